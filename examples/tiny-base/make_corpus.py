#!/usr/bin/env python3
"""Writes the pretraining corpus of the demo's base model: rows {"text": ...}, one JSON object a line.

    python3 make_corpus.py --glosses FOLDER --out FOLDER [--documents N] [--seed S]

Needs Python 3.10 or newer and nothing else. The same seed and glosses give the same bytes.

What comes in: WordNet's data files (Debian package wordnet-base: data.noun, data.verb, data.adj,
data.adv). What goes out: train.jsonl and validation.jsonl. The corpus talks about dice, sums,
boxes and rules, asks questions of fact about them in the decision format, and quotes glosses.

What is NOT in it: nothing here knows the value of a position. No question asks for, and no
sentence says, which action is best in the long run; every answer follows from the rules, from
counting or from adding. The base knows the rules; playing is learnt in fine-tuning.
"""

import argparse
import json
import random
import re
from pathlib import Path

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
BOXES = UPPER + ["triple", "quad", "full house", "small straight", "large straight", "kniffel",
                 "chance"]
WORDS = ["none", "one", "two", "three", "four", "five", "six"]
ORDERED = ["first", "second", "third", "fourth", "fifth"]

HEADER = {
    "noul": "Decide whether the statement is true of the state.",
    "choice": "Select exactly one option.",
    "score": "Rate the state against the ordered levels below (lowest first).",
}


# ---------------------------------------------------------------- the rules

def counts(dice):
    return [dice.count(face) for face in range(1, 7)]


def longest_run(dice):
    """The longest run of neighbouring faces, as a list."""
    best, run = [], []
    for face in range(1, 7):
        run = run + [face] if face in dice else []
        if len(run) > len(best):
            best = run
    return best


def points(box, dice):
    """What a box gives for five dice."""
    c = counts(dice)
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * c[face - 1]
    if box == "triple":
        return sum(dice) if max(c) >= 3 else 0
    if box == "quad":
        return sum(dice) if max(c) >= 4 else 0
    if box == "full house":
        return 25 if sorted(c)[-2:] == [2, 3] else 0
    if box == "small straight":
        return 30 if len(longest_run(dice)) >= 4 else 0
    if box == "large straight":
        return 40 if len(longest_run(dice)) >= 5 else 0
    if box == "kniffel":
        return 50 if max(c) == 5 else 0
    return sum(dice)


def wanted(box, dice, rolls):
    """The dice that somebody keeps who wants this box, by the look of them, not by chances."""
    c = counts(dice)
    most = max(range(1, 7), key=lambda f: (c[f - 1], f))
    high = 4 if rolls == 1 else 5
    if box in UPPER:
        face = UPPER.index(box) + 1
        return [face] * c[face - 1]
    if box == "kniffel":
        return [most] * c[most - 1]
    if box in ("triple", "quad"):
        enough = c[most - 1] >= (3 if box == "triple" else 4)
        return [d for d in dice if d == most or (enough and d >= high)]
    if box == "full house":
        return sorted(f for f in range(1, 7) if c[f - 1] >= 2 for _ in range(min(3, c[f - 1])))
    if box == "chance":
        return [d for d in dice if d >= high]
    starts, length = ((2, 3, 1), 4) if box == "small straight" else ((2, 1), 5)
    return max(([f for f in range(s, s + length) if f in dice] for s in starts), key=len)


def show(dice):
    return " ".join(map(str, dice)) if dice else "nothing"


# ---------------------------------------------------------------- the decision format

def prompt(kind, state, instructions, options, answer):
    """A question in the decision format with its answer, the option's number, behind it."""
    lines = "\n".join(f"{i}. {name}" + (f" — {text}" if text else "")
                      for i, (name, text) in enumerate(options, 1))
    return (f'<state>\n{state}\n</state>\n<question type="{kind}">\n{HEADER[kind]}\n'
            f"{instructions}\n<options>\n{lines}\n</options>\n</question>\n<answer>{answer + 1}")


def noul(state, statement, truth):
    return prompt("noul", state, statement,
                  [("false", "the statement does not hold for this state"),
                   ("true", "the statement holds for this state")], int(truth))


class Talk:
    """Draws documents; every draw comes from one seeded source."""

    def __init__(self, seed):
        self.r = random.Random(seed)

    # ------------------------------------------------------------ situations

    def roll(self, n=5):
        r = self.r
        if n == 5 and r.random() < 0.55:  # the patterns are rare in fair rolls, so help them
            kind = r.randrange(6)
            if kind == 0:
                f, g = r.sample(range(1, 7), 2)
                return sorted([f] * 3 + [g] * 2)
            if kind == 1:
                start = r.randint(1, 3)
                return sorted([start, start + 1, start + 2, start + 3, r.randint(1, 6)])
            if kind == 2:
                start = r.randint(1, 2)
                return list(range(start, start + 5))
            if kind == 3:
                return sorted([r.randint(1, 6)] * 5)
            if kind == 4:
                return sorted([r.randint(1, 6)] * 4 + [r.randint(1, 6)])
            return sorted([r.randint(1, 6)] * 3 + [r.randint(1, 6), r.randint(1, 6)])
        return sorted(r.randint(1, 6) for _ in range(n))

    def free(self):
        r = self.r
        k = r.randint(1, 13)
        chosen = set(r.sample(range(13), k))
        return [b for i, b in enumerate(BOXES) if i in chosen]

    def situation(self):
        r = self.r
        dice, rolls, free = self.roll(), r.randint(0, 2), self.free()
        upper = pace = 0
        for i, b in enumerate(UPPER):
            if b not in free:
                n = r.choice([0, 1, 2, 2, 3, 3, 3, 4])
                upper += (i + 1) * n
                pace += (i + 1) * (n - 3)
        lower = sum(r.choice({"full house": (0, 25, 25), "small straight": (0, 30, 30),
                              "large straight": (0, 40), "kniffel": (0, 0, 50)}.get(b)
                             or (0, 14, 17, 19, 21, 22, 23, 24, 25, 27))
                    for b in BOXES[6:] if b not in free)
        upper = min(63, upper)
        state = (f"dice {show(dice)}\nrolls left {rolls}\nopen {' '.join(free)}\n"
                 f"upper {upper} of 63 pace {pace:+d}\npoints {upper + lower}")
        return dice, rolls, free, upper, state

    def keeps(self, dice, rolls):
        """Some of the keeps that boxes want, and now and then any others."""
        r = self.r
        found = {tuple(wanted(b, dice, rolls)) for b in r.sample(BOXES, r.randint(4, 13))}
        for _ in range(r.randint(0, 2)):
            found.add(tuple(sorted(r.sample(dice, r.randint(0, 4)))))
        found.add(())
        return [list(k) for k in sorted(found) if len(k) < 5]

    def aims(self, kept, dice, rolls, free):
        return [b for b in free if kept and wanted(b, dice, rolls) == kept]

    def actions(self, dice, rolls, free):
        """Options (name, description) and what they are: ("keep", dice) or ("fill", box)."""
        r = self.r
        what = []
        if rolls:
            what += [("keep", k) for k in self.keeps(dice, rolls)]
            what += [("fill", b) for b in r.sample(free, min(len(free), r.randint(1, 3)))]
        else:
            what += [("fill", b) for b in free]
        r.shuffle(what)
        if len(what) > 9 and r.random() < 0.6:
            what = what[:r.randint(4, 9)]
        options = []
        for kind, x in what:
            if kind == "fill":
                options.append((f"fill {x}", f"{points(x, dice)} points"))
            else:
                aims = self.aims(x, dice, rolls, free)
                options.append((f"keep {show(x)}", " ".join(aims)))
        return what, options

    # ------------------------------------------------------------ questions of fact

    def choice_action(self):
        r = self.r
        while True:
            dice, rolls, free, upper, state = self.situation()
            what, options = self.actions(dice, rolls, free)
            if len(options) < 2:
                continue
            now = [points(x, dice) if k == "fill" else -1 for k, x in what]
            kept = [len(x) if k == "keep" else -1 for k, x in what]
            total = [sum(x) if k == "keep" else -1 for k, x in what]
            alike = [max(counts(x)) if k == "keep" and x else -1 for k, x in what]
            i = r.randrange(len(what))
            kind, x = what[i]
            asked = r.randrange(10)
            if asked < 2:
                worth, text = now, ["Which action gives the most points now?",
                                    "Which option scores most at once?",
                                    "Find the action with the most points now."]
            elif asked == 2:
                worth, text = [-n if n >= 0 else -99 for n in now], [
                    "Which action fills a box with the fewest points?",
                    "Which fill gives the fewest points?"]
            elif asked == 3:
                worth, text = kept, ["Which action keeps the most dice?",
                                     "Which action rolls the fewest dice?"]
            elif asked == 4:
                worth, text = total, ["Which action keeps the largest sum?",
                                      "Which kept dice have the largest sum?"]
            elif asked == 5:
                worth, text = alike, ["Which action keeps the most dice of one face?",
                                      "Which action keeps the most equal dice?"]
            elif asked == 6 and kind == "fill":
                worth, text = [float(n == now[i]) for n in now], [
                    f"Which action gives {now[i]} points now?",
                    f"Which option scores {now[i]}?"]
            elif kind == "fill":
                worth, text = [float(w == what[i]) for w in what], [
                    f"Which action fills {x}?", f"Where is {x} filled?"]
            elif asked == 7 and self.aims(x, dice, rolls, free):
                aim = r.choice(self.aims(x, dice, rolls, free))
                worth = [len(y) + 1.0 if k == "keep" and aim in self.aims(y, dice, rolls, free) else 0.0
                         for k, y in what]
                text = [f"Which action works towards {aim} and keeps the most dice?",
                        f"Which action is for {aim} with the fewest dice to roll?"]
            elif asked == 8:
                worth, text = [float(n == kept[i]) for n in kept], [
                    f"Which action rolls {5 - len(x)}?",
                    f"Which action rolls {WORDS[5 - len(x)]} dice again?"]
            else:
                worth, text = [float(w == what[i]) for w in what], [
                    f"Which action keeps {show(x)}?", f"Where is {show(x)} kept?"]
            best = max(worth)
            if best > -1 and worth.count(best) == 1:
                at = worth.index(best)
                if at < 9:
                    return prompt("choice", state, r.choice(text), options, at)

    def choice_box(self):
        r = self.r
        while True:
            dice = self.roll()
            boxes = r.sample(BOXES, r.randint(2, 6))
            values = [points(b, dice) for b in boxes]
            pick = r.randrange(3)
            if pick == 0:
                worth, text = values, ["Which box gives the most points for these dice?",
                                       "Which box suits the dice best by points now?"]
            elif pick == 1:
                worth, text = [-v for v in values], ["Which box gives the fewest points?"]
            else:
                target = r.choice(values)
                worth, text = [float(v == target) for v in values], [
                    f"Which box gives {target} points?", f"Which box is worth {target} now?"]
            if worth.count(max(worth)) == 1:
                return prompt("choice", f"dice {show(dice)}", r.choice(text),
                              [(b, "") for b in boxes], worth.index(max(worth)))

    def choice_sum(self):
        r = self.r
        while True:
            n = r.randint(2, 6)
            if r.random() < 0.5:
                items = [[r.randint(1, 6) for _ in range(r.randint(1, 5))] for _ in range(n)]
                names = [show(i) for i in items]
                worth, state = [sum(i) for i in items], "Some dice lie on the table."
                text = ["Which dice have the largest sum?", "Which option names the larger sum?"]
            else:
                worth = r.sample(range(51), n)
                names, state = [f"{v} points" for v in worth], "Players compare points."
                text = ["Which number is the largest?", "Who has the most points?"]
            if r.random() < 0.3:
                worth = [-w for w in worth]
                text = ["Which sum is the smallest?", "Which number is the smallest?"]
            if worth.count(max(worth)) == 1:
                return prompt("choice", state, r.choice(text), [(s, "") for s in names],
                              worth.index(max(worth)))

    def statement(self):
        """A sentence about a situation and whether it is true."""
        r = self.r
        dice, rolls, free, upper, state = self.situation()
        c = counts(dice)
        truth = r.random() < 0.5
        pick = r.randrange(9)
        if pick == 0:
            b = r.choice(free) if truth else r.choice([x for x in BOXES if x not in free] or BOXES)
            return state, f"The box {b} is open.", b in free
        if pick == 1:
            b = r.choice(free)
            v = points(b, dice)
            said = v if truth else r.choice([x for x in [0, 5, 8, 10, 12, 15, 18, 25, 30, v + 1,
                                                         max(0, v - 1)] if x != v])
            return state, f"Filling {b} gives {said} points.", said == v
        if pick == 2:
            n, f = r.randint(1, 4), r.randint(1, 6)
            if truth:
                f = r.choice(dice)
                n = r.randint(1, c[f - 1])
            return state, f"At least {WORDS[n]} dice show {f}.", c[f - 1] >= n
        if pick == 3:
            n = r.randint(0, 2) if not truth else rolls
            return state, f"{['No', 'One', 'Two'][n]} rolls are left.", n == rolls
        if pick == 4:
            n = r.randint(8, 26)
            return state, f"The sum of the dice is at least {n}.", sum(dice) >= n
        if pick == 5:
            n = r.choice([10, 20, 30, 40, 50, 60])
            return state, f"The upper boxes hold at least {n} points.", upper >= n
        if pick == 6:
            n = r.randint(1, 13)
            return state, f"At least {n} boxes are open.", len(free) >= n
        if pick == 7:
            b = r.choice(BOXES[6:12])
            return state, f"The dice make a {b}.", points(b, dice) > 0
        best = max(points(b, dice) for b in free)
        n = r.choice([5, 10, 15, 20, 25, 30])
        return state, f"Some open box gives at least {n} points now.", best >= n

    def question_noul(self):
        while True:
            state, text, truth = self.statement()
            return noul(state, text, truth)

    def question_score(self):
        r = self.r
        dice, rolls, free, upper, state = self.situation()
        pick = r.randrange(5)
        if pick == 0:
            levels = ["no two", "two", "three", "four", "five"]
            text, level = "How many dice are alike?", max(counts(dice)) - 1
        elif pick == 1:
            levels = ["one to three", "four to six", "seven or eight", "nine or ten", "more"]
            text = "How many boxes are open?"
            level = [3, 6, 8, 10, 13].index(min(x for x in [3, 6, 8, 10, 13] if x >= len(free)))
        elif pick == 2:
            levels = ["at most 10", "11 to 14", "15 to 18", "19 to 22", "more than 22"]
            text, level = "How large is the sum of the dice?", sum(
                sum(dice) > x for x in (10, 14, 18, 22))
        elif pick == 3:
            levels = ["below 13", "13 to 25", "26 to 38", "39 to 51", "above 51"]
            text, level = "How full are the upper boxes?", sum(upper > x for x in (12, 25, 38, 51))
        else:
            levels = ["at most 5", "6 to 12", "13 to 20", "21 to 30", "more than 30"]
            best = max(points(b, dice) for b in free)
            text, level = "How much does the richest open box give now?", sum(
                best > x for x in (5, 12, 20, 30))
        return prompt("score", state, text, [(str(i), s) for i, s in enumerate(levels)], level)

    # ------------------------------------------------------------ talk

    def sheet(self):
        """A situation and then many short facts about it: cheap practice in reading the state."""
        r = self.r
        dice, rolls, free, upper, state = self.situation()
        facts = []
        for _ in range(r.randint(4, 9)):
            pick = r.randrange(9)
            if pick <= 2:
                b = r.choice(free)
                facts.append(f"fill {b} — {points(b, dice)} points")
            elif pick <= 4 and rolls:
                k = r.choice(self.keeps(dice, rolls))
                aims = self.aims(k, dice, rolls, free)
                facts.append(f"keep {show(k)}" + (f" — {' '.join(aims)}" if aims else ""))
            elif pick == 5:
                f = r.randint(1, 6)
                facts.append(f"{UPPER[f - 1]} on the table: {WORDS[counts(dice)[f - 1]]}")
            elif pick == 6:
                facts.append(f"sum of the dice: {sum(dice)}")
            elif pick == 7:
                facts.append(f"boxes open: {len(free)}")
            else:
                facts.append(f"points missing in the upper boxes: {63 - upper}")
        return state + "\n" + "\n".join(dict.fromkeys(facts))

    def arithmetic(self):
        r = self.r
        out = []
        for _ in range(r.randint(4, 8)):
            a, b = r.randint(0, 40), r.randint(0, 30)
            f, n = r.randint(1, 6), r.randint(0, 5)
            dice = self.roll(r.randint(2, 5))
            out.append(r.choice([
                f"{a} and {b} make {a + b}.",
                f"{a} + {b} = {a + b}.",
                f"{a + b} - {b} = {a}.",
                f"{WORDS[n]} times {f} is {n * f}.",
                f"{n} dice that show {f} have the sum {n * f}.",
                f"The sum of {show(dice)} is {sum(dice)}.",
                f"{a} is {'more' if a > b else 'less' if a < b else 'as much'} "
                f"{'as' if a == b else 'than'} {b}.",
                f"The largest of {show(dice)} is {max(dice)}, the smallest is {min(dice)}.",
                f"From {min(a, 63)} to 63 {63 - min(a, 63)} points are missing.",
            ]))
        return " ".join(out)

    def talk(self):
        r = self.r
        out = []
        for _ in range(r.randint(3, 6)):
            dice = self.roll()
            c = counts(dice)
            b = r.choice(BOXES)
            v = points(b, dice)
            f = r.choice(dice)
            n = c[f - 1]
            run = longest_run(dice)
            k = r.choice(self.keeps(dice, 2))
            who = r.choice(["A player", "The first player", "My friend", "Somebody", "She", "He"])
            out.append(r.choice([
                f"{who} rolls {show(dice)}: {b} gives {v} points.",
                f"{who} rolls {show(dice)} and writes {v} into {b}.",
                f"With {show(dice)} the box {b} is worth {v}.",
                f"In {show(dice)} {WORDS[n]} {'die shows' if n == 1 else 'dice show'} {f}.",
                f"The longest run in {show(dice)} is {show(run)}.",
                f"{show(dice)} is {'a' if v and b in BOXES[6:12] else 'good for' if v else 'no'}"
                f" {b}.",
                f"{who} keeps {show(k)} of {show(dice)} and rolls {WORDS[5 - len(k)]} again.",
                f"Of {show(dice)} the dice {show(k)} stay; {5 - len(k)} are rolled.",
                f"{who} keeps {show(k)}, which works towards "
                f"{', '.join(self.aims(k, dice, 2, BOXES)) or 'no box'}.",
                f"Sorted, {show(r.sample(dice, 5))} is {show(dice)}.",
            ]))
        return " ".join(out)

    RULES = [
        "Kniffel is played with five dice and thirteen boxes.",
        "In each turn the dice are rolled up to three times; before each new roll any dice may be kept.",
        "After the last roll a open box must be filled, even if it gives 0 points.",
        "Each box is filled once; the game ends when all thirteen boxes are filled.",
        "The upper boxes are ones, twos, threes, fours, fives and sixes; each counts the dice of its face.",
        "Three dice of each face in the upper boxes make 63 points.",
        "From 63 points in the upper boxes there is a bonus of 35 points.",
        "triple needs three equal dice and counts the sum of all dice.",
        "quad needs four equal dice and counts the sum of all dice.",
        "full house needs three equal dice and two other equal dice and gives 25 points.",
        "small straight needs four faces in a row and gives 30 points.",
        "large straight needs five faces in a row and gives 40 points.",
        "kniffel needs five equal dice and gives 50 points.",
        "chance takes any dice and counts their sum.",
        "A box that does not fit gives 0 points.",
        "A die has six faces, and each face comes up one time in six.",
        "When no rolls are left, the only choice is the box.",
        "Keeping more dice means rolling fewer dice.",
        "The more dice are rolled, the more likely one of them shows a certain face.",
        "Two dice show the same face one time in six.",
    ]

    def rules(self):
        return " ".join(self.r.sample(self.RULES, self.r.randint(3, 7)))

    def document(self, glosses):
        u = self.r.random()
        for share, draw in ((0.30, self.choice_action), (0.06, self.choice_box),
                            (0.05, self.choice_sum), (0.10, self.question_noul),
                            (0.06, self.question_score), (0.20, self.sheet),
                            (0.06, self.arithmetic), (0.07, self.talk), (0.02, self.rules)):
            if u < share:
                return draw()
            u -= share
        return " ".join(self.r.sample(glosses, 4))


def read_glosses(folder):
    """Plain glosses of WordNet, examples and odd characters left out."""
    glosses = []
    for name in ("data.noun", "data.verb", "data.adj", "data.adv"):
        for line in (folder / name).read_text("utf-8").splitlines():
            if line.startswith("  ") or "|" not in line:
                continue
            head, gloss = line.split("|", 1)
            word = head.split()[4].replace("_", " ")
            gloss = gloss.split('"')[0].strip().rstrip(";:, ")
            if word.isascii() and word.islower() and re.fullmatch(r"[a-z ,;()'-]{20,120}", gloss):
                glosses.append(f"{re.sub(r'[(].*', '', word)}: {gloss}.")
    return glosses


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--glosses", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--documents", type=int, default=120_000)
    parser.add_argument("--seed", type=int, default=42)
    args = parser.parse_args()
    glosses = read_glosses(args.glosses)
    args.out.mkdir(parents=True, exist_ok=True)
    for name, number, seed in (("train", args.documents, args.seed),
                               ("validation", 400, args.seed + 1)):
        talk = Talk(seed)
        with open(args.out / f"{name}.jsonl", "w", encoding="utf-8", newline="\n") as file:
            for _ in range(number):
                text = talk.document(glosses)
                file.write(json.dumps({"text": text}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
