"""Every breach, ground and event of Magic with the types of its values."""

from __future__ import annotations

from cardlaw.kernel.law import Code

_TABLE = """
not-an-option
not-asked
another-decides player:who
nobody-has-priority
no-shortcut-now player:who
shortcut-by-chance num:place
shortcut-illegal num:place
shortcut-ends-elsewhere
choice-as-before player:who
fragmented-loop player:who
not-your-turn player:who
not-main-phase
stack-not-empty
not-in-hand obj:card
land-is-not-cast obj:card
as-though-flash obj:card
has-keyword obj:thing term:keyword
casting-forbidden obj:card player:who
no-answer-to-it obj:spell
activation-forbidden obj:source
may-play obj:card
too-many-spells player:who num:limit
equip-any-time obj:source
not-on-battlefield obj:source
gear-not-on-battlefield obj:source
mana-not-on-battlefield obj:source
no-such-ability obj:source
not-face-down obj:permanent
cannot-turn-up obj:permanent
cannot-set-aside obj:card
not-its-controller obj:source player:who
loyalty-used obj:source
limit-reached obj:source num:limit
condition-not-met obj:source
already-tapped obj:source
summoning-sick obj:source
too-few-counters obj:source term:counter num:number
not-enough-life player:who num:life
not-enough-energy player:who num:energy
no-such-mana obj:source name:mana
land-not-in-hand obj:card
not-a-land obj:card
land-already-played player:who
x-out-of-range num:number
too-many-symbols num:number
no-such-cost num:number
paid-too-often num:number
wrong-number-of-targets num:least num:most
no-legal-target obj:source
one-of-several obj:source
has-ability obj:source
granted-ability obj:creature obj:source
granter-named obj:source obj:creature
creature-can-be-equipped obj:target
land-can-be-fortified obj:target
has-the-quality obj:target
same-target-twice obj:target player:who
target-not-another obj:target player:who
not-for-this-cost obj:thing
given-twice obj:thing
given-out-of-order obj:thing
nothing-for-the-cost obj:source
already-untapped obj:source
no-such-way obj:card name:way
way-from-elsewhere obj:card name:way
no-such-extra obj:card name:cost
cannot-splice obj:card
too-few-modes num:least
no-such-mode num:mode
mode-chosen-twice num:mode
modes-out-of-order num:mode
too-little-to-divide num:total num:targets
wrong-share num:number num:left
sacrifice-no-permanent obj:sacrifice
sacrifice-not-yours obj:sacrifice
sacrifice-wrong-kind obj:sacrifice
nothing-to-sacrifice obj:source
discard-not-in-hand obj:card
nothing-to-discard obj:source
no-mana-source obj:source
tapped-twice obj:source
not-enough-mana obj:source name:cost
too-much-mana obj:source name:cost
target-is-object obj:target
target-elsewhere obj:target term:zone
target-is-player player:who
target-wrong-player player:who
target-no-damage obj:target
target-wrong-type obj:target term:type
target-wrong-kind obj:target
target-not-yours obj:target
target-not-opponents obj:target
target-wrong-owner obj:target
target-itself obj:target
target-wrong-state obj:target
target-without-quality obj:target
target-shroud obj:target
target-hexproof obj:target
target-hexproof-from obj:target term:quality
target-protected obj:target term:quality
player-hexproof player:who
player-shroud player:who
player-protected player:who term:quality
target-forbidden obj:target
no-attachment obj:thing
attachment-is-creature obj:thing
to-itself obj:thing
bearer-gone obj:thing obj:bearer
bearer-no-creature obj:thing obj:bearer
bearer-no-land obj:thing obj:bearer
cannot-enchant obj:thing obj:bearer
bearer-protected obj:thing obj:bearer term:quality
only-to-others obj:thing obj:bearer
no-attackers-now
attacker-elsewhere obj:attacker
attacker-no-creature obj:attacker
attacker-not-yours obj:attacker
attacker-tapped obj:attacker
attacker-sick obj:attacker
attacker-defender obj:attacker
attack-forbidden obj:attacker
must-attack obj:attacker
attackers-out-of-order obj:attacker
combat-cost-too-dear obj:creature name:cost
not-attackable obj:target
nobody-can-attack player:who
no-blockers-now
not-defending player:who
blocker-elsewhere obj:blocker
blocker-no-creature obj:blocker
blocker-not-yours obj:blocker
blocker-tapped obj:blocker
block-forbidden obj:blocker
not-attacking obj:attacker
cannot-reach obj:blocker obj:attacker
attacker-protected obj:attacker term:quality
blocking-it-forbidden obj:blocker obj:attacker
blockers-out-of-order obj:blocker
menace obj:attacker
evaded obj:blocker obj:attacker term:keyword
blocks-shadow-only obj:blocker obj:attacker
walks-past obj:blocker obj:attacker obj:land
blocks-already obj:blocker
too-many-blockers obj:attacker num:number
too-few-blockers obj:attacker num:number
all-must-block-it obj:attacker obj:blocker
must-block obj:blocker obj:attacker
must-be-blocked obj:attacker
nobody-can-block player:who
deck-too-small num:number num:least
deck-large-enough num:number num:least
not-a-deck-card name:card term:type
too-many-copies name:card num:number num:most
more-than-it-says name:card num:number num:most
too-many-with-sideboard name:card num:number num:most
sideboard-too-large num:number num:most
sideboard-small-enough num:number num:most
banned name:card name:format
not-in-format name:card name:format
restricted name:card num:number name:format
standing-untold num:number name:cards name:format
deck-too-large num:number num:most
no-sideboard num:number
no-commander
no-leader name:card
too-many-commanders num:number num:most
no-partners name:card name:other
outside-identity name:card name:colours
"""

_EVENTS = """
shuffled|player:who
starting player|player:who
took a mulligan|player:who
life set|player:who num:life
turn began|player:who num:turn
step began|term:step
step ended|term:step
draw skipped|player:who
drew|obj:card
could not draw|player:who
passed|player:who
total cost|obj:source name:cost
new timestamp|obj:thing
conceded|player:who
agreed a draw|
lost mana|player:who
combat ended|
total combat cost|player:who name:cost
effects ended|
effect ended|obj:object
delayed|obj:source
came up|obj:source
regenerated|obj:object num:effect
effect began|obj:source objs:affected
control changed|obj:object player:who
removed from combat|obj:object
declared|
struck first|
combat damage|
put on stack|obj:card
trigger put on stack|obj:source
cast|obj:card
activated|obj:source
became target|obj:target obj:source num:item
player became target|player:who obj:source num:item
added mana|player:who name:mana
tapped for mana|obj:source player:who name:mana
spent mana|player:who name:mana
paid life|player:who num:life
paid energy|player:who num:number
tapped|obj:object
untapped|obj:object
sacrificed|obj:object
discarded|obj:card
discarded into exile|obj:card
destroyed|obj:object
not destroyed|obj:object
put into graveyard|obj:object
exiled|obj:object
returned to hand|obj:object
put into hand|obj:card
put into library|obj:card
countered|obj:object
stayed on the stack|obj:spell
removed from stack|obj:source
ceased to exist|obj:object
token created|player:who
emblem made|player:who
became monarch|player:who
phase added|term:phase
put on the bottom|player:who num:number
cast while resolving|obj:card
chose|obj:object name:choice
bestowed|obj:spell
bestowed no more|obj:object
enchants anew|obj:aura
entering as copy|obj:object obj:original
became copy|obj:object
ability copied|obj:source
ability activated|obj:source num:version
spell copied|obj:spell
entered|obj:object player:who obj:host
entered tapped|obj:object
entered attacking|obj:object obj:target
entered attacking a player|obj:object player:who
entered not attacking|obj:object
entered with counters|obj:object term:counter num:number
enchanted|obj:aura obj:bearer
equipped|obj:thing obj:bearer
enchanted a player|obj:aura player:who
attached|obj:thing obj:bearer
attached to a player|obj:thing player:who
unattached|obj:thing obj:bearer
unattached from a player|obj:thing player:who
stayed|obj:thing obj:bearer
attached already|obj:thing obj:bearer
attached already to a player|obj:thing player:who
could not enter|obj:object
entering unattached|obj:thing obj:bearer
entering unattached to a player|obj:thing player:who
stayed off a player|obj:thing player:who
resolved|obj:source
did not resolve|obj:source
overloaded|obj:spell objs:affected
spell resolved|obj:spell
spell did not resolve|obj:spell
triggered|obj:source
trigger removed|obj:source
phased out|obj:object
phased in|obj:object
dealt damage|obj:source obj:target num:amount num:combat num:version
damaged a player|obj:source player:who num:amount num:combat num:version
redirects|obj:source
prevented|obj:source obj:target num:amount
redirected|obj:source player:who obj:target
prevented for a player|obj:source player:who num:amount
gained life|player:who num:amount
gained no life|player:who
spared|obj:object
foretold|obj:card
hand mixed|player:who
replaced|obj:source
would happen|player:who
lost life|player:who num:amount
got counters|player:who term:counter num:number
put counters|obj:object term:counter num:number
attacked|obj:attacker obj:target
attacked a player|obj:attacker player:who
blocked|obj:blocker obj:attacker
searched|player:who
looked at|player:who num:number
scried|player:who num:number
surveiled|player:who num:number
milled|obj:card
revealed|obj:card
turned face down|obj:card
turned over|obj:card
turned face up|obj:card
special action|obj:card
manifested dread|player:who
revealed hand|player:who
put on top|player:who num:number
put on top of library|obj:card
explored|obj:object
exploited|obj:creature
exile ended|obj:source
turn added|player:who
rolled a die|player:who num:sides num:result
won the flip|player:who
lost the flip|player:who
fought|obj:creature obj:other
no fight|obj:source
proliferated|player:who
became so|obj:object term:state
lost the game|player:who
won the game|player:who
game drawn|
fragmented loop|player:who
"""


def _codes() -> dict[str, Code]:
    found = {}
    for line in _TABLE.strip().splitlines():
        name, *fields = line.split()
        found[name] = Code(name, tuple(fields))
    for line in _EVENTS.strip().splitlines():
        name, _, rest = line.partition("|")
        found[name] = Code(name, tuple(rest.split()))
    return found


CODES = _codes()
