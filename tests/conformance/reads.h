/* Included before every C file that mypyc makes: dictionaries of a subclass are asked as Python asks
 * them. mypyc takes their get() and `in` for those of plain dictionaries; but the tables that note
 * what a rule reads (kernel/because.py) are a subclass. */
#ifndef CARDLAW_READS_H
#define CARDLAW_READS_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static inline int reads_contains(PyObject *dict, PyObject *key) {
    return PyDict_CheckExact(dict) ? PyDict_Contains(dict, key) : PySequence_Contains(dict, key);
}

/* What get() of a subclass answers, as a new reference; NULL without an error if there is no row. */
static inline PyObject *reads_asked(PyObject *dict, PyObject *key) {
    PyObject *value = PyObject_CallMethod(dict, "get", "OO", key, Py_Ellipsis);
    if (value == Py_Ellipsis) {
        Py_DECREF(value);
        return NULL;
    }
    return value;
}

#if PY_VERSION_HEX >= 0x030D0000
static inline int reads_item_ref(PyObject *dict, PyObject *key, PyObject **value) {
    if (PyDict_CheckExact(dict)) {
        return PyDict_GetItemRef(dict, key, value);
    }
    *value = reads_asked(dict, key);
    return *value != NULL ? 1 : PyErr_Occurred() ? -1 : 0;
}
#define PyDict_GetItemRef reads_item_ref
#else
/* The reference is borrowed: the dictionary keeps the value. */
static inline PyObject *reads_item(PyObject *dict, PyObject *key) {
    if (PyDict_CheckExact(dict)) {
        return PyDict_GetItemWithError(dict, key);
    }
    PyObject *value = reads_asked(dict, key);
    Py_XDECREF(value);
    return value;
}
#define PyDict_GetItemWithError reads_item
#endif
#define PyDict_Contains reads_contains
#endif
