"""The judge's desk: a case is loaded, edited by hand, tried and asked about, and handed on."""
