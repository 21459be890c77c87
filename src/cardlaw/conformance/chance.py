"""Checks of Chance: the weights of its options, and that each of them can be taken."""

from __future__ import annotations

from cardlaw.conformance.subject import demand, picture, same
from cardlaw.kernel.choice import CHANCE, mix
from cardlaw.kernel.game import Game

#: spaces up to this size are expanded whole
FEW = 64


def check_chance(game: Game) -> bool:
    """Expand a roll or shuffle: the weights sum to 1, each option goes on and can be taken back.

    Chance's own answer is one of the options and the same each time. False when Chance does not
    decide now.
    """
    if game.to_act != CHANCE:
        return False
    space = game.space()
    count = space.count()
    demand(count >= 1, f"{game.choice} has no result")
    options = list(space) if count <= FEW else [space.sample(mix(7, n)) for n in range(8)]
    total = sum(space.weight(option) for option in options)
    if count > FEW:
        weights = {space.weight(option) for option in options}
        demand(len(weights) == 1, f"the results of {game.choice} are not equally likely")
        total = weights.pop() / (1 / count)
    demand(abs(total - 1) < 1e-9, f"the weights of {game.choice} sum to {total}")
    number = game.state.turn.get("chance", 0)
    answer = game.chance.answer(space, number)
    demand(answer in space, f"Chance answers {answer}, which is no result of {game.choice}")
    demand(
        answer == game.chance.answer(space, number), "Chance answers differently when asked again"
    )
    before = picture(game)
    for option in options[:8]:
        demand(option in space, f"{option} is listed and not contained")
        copy = game.copy()
        copy.auto_chance = False
        copy.push(option)
        demand(copy.state.turn.get("chance") == number + 1, "a roll was not counted")
        copy.undo_step()
        same(before, picture(copy), f"taking back the result {option} changes the position")
    return True
