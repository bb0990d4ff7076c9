"""The examples at the end of each command's help: shell commands, all of which a test runs.

`puzzles.txt` contains puzzles, one per line; `puzzle.txt` one puzzle; `links.txt` links.
"""

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

EXAMPLES: dict[str, tuple[str, str, str]] = {
    "solve": (
        "satdoku solve puzzles.txt --format line",
        "satdoku solve 12..34.......... --limit 3",
        "satdoku solve puzzles.txt --engine cadical153 --format json --stats",
    ),
    "check": (
        "satdoku check puzzles.txt",
        "satdoku check --summary --require proper --jobs 2 puzzles.txt",
        "satdoku check --layout 4x4+killer:3:r1c1,r1c2 '..34............'",
    ),
    "count": (
        "satdoku count 12..34.......... --limit 1000",
        "satdoku count --layout 6x6+diagonal " + "." * 36 + " --limit 100",
        "satdoku count puzzles.txt --format json",
    ),
    "diagnose": (
        "satdoku diagnose 11..............",
        "satdoku diagnose puzzles.txt --format json",
        "satdoku diagnose --layout 4x4+killer:3:r1c1,r1c2+killer:9:r1c1,r1c2 ................",
    ),
    "explain": (
        "satdoku explain puzzle.txt",
        "satdoku explain puzzle.txt --format html -o steps.html",
        "satdoku explain puzzle.txt --why r1c3=4",
    ),
    "hint": (
        "satdoku hint puzzle.txt",
        "satdoku hint puzzle.txt --show why",
        "satdoku hint puzzle.txt --only singles,pairs",
    ),
    "steps": (
        "satdoku steps puzzle.txt",
        "satdoku steps puzzle.txt --technique pointing",
        "satdoku steps puzzle.txt --verbosity terse --limit 10",
    ),
    "rate": (
        "satdoku rate puzzles.txt",
        "satdoku rate puzzles.txt --scale satdoku --format csv",
        "satdoku generate --count 5 --seed 1 --format line | satdoku rate -",
    ),
    "show": (
        "satdoku show puzzle.txt",
        "satdoku show puzzle.txt --true-candidates",
        "satdoku show --layout 4x4+killer:3:r1c1,r1c2 ................ --explain-theory",
    ),
    "verify-steps": (
        "satdoku explain puzzle.txt --format json -o steps.json && satdoku verify-steps steps.json",
        "satdoku explain puzzle.txt | satdoku verify-steps - --puzzle $(cat puzzle.txt)",
        "satdoku verify-steps steps.json --format json",
    ),
    "rules": (
        "satdoku rules",
        "satdoku rules --format json",
        "satdoku rules --scale satdoku",
    ),
    "levels": (
        "satdoku levels",
        "satdoku levels --scale satdoku",
        "satdoku levels --format json",
    ),
    "generate": (
        "satdoku generate --count 3 --seed 7 --format line",
        "satdoku generate --level tricky --symmetry half-turn",
        "satdoku generate --layout 6x6 --kind killer --seed 1",
    ),
    "minimize": (
        f"satdoku minimize {EASY}",
        "satdoku minimize puzzles.txt --keep proper --format line",
        "satdoku generate --grid --seed 1 | satdoku minimize -",
    ),
    "shuffle": (
        "satdoku shuffle puzzles.txt --seed 1",
        "satdoku shuffle puzzle.txt --format line",
        "satdoku generate --count 3 --seed 1 | satdoku shuffle - --format line -o shuffled.txt",
    ),
    "print": (
        "satdoku print puzzles.txt -o sheet.pdf",
        "satdoku print --count 6 --level easy --seed 1 --title 'Six easy ones' -o easy.pdf",
        "satdoku print puzzle.txt --large --path hard -o large.pdf",
    ),
    "book": (
        "satdoku book --level easy:4,tricky:2 --seed 1 -o book.pdf",
        "satdoku book --level easy:4 --seed 1 --booklet --paper a5 -o booklet.pdf",
        "satdoku book --level easy:4 --seed 1 --layout 6x6 -o small.pdf",
    ),
    "convert": (
        "satdoku convert puzzle.txt --to sudokuwiki-link",
        "satdoku convert puzzles.txt puzzles.csv",
        "satdoku convert links.txt --to json",
    ),
    "formats": (
        "satdoku formats",
        "satdoku formats --format json",
        "satdoku help formats",
    ),
    "layouts": (
        "satdoku layouts",
        "satdoku layouts --format json",
        "satdoku help layouts",
    ),
    "serve": (
        "satdoku serve --open",
        "satdoku serve --port 0 --workers 2",
        "satdoku serve --protocol",
    ),
    "mcp": (
        "satdoku mcp",
        "satdoku mcp --workers 2",
        "satdoku mcp --port 8080",
    ),
    "canon": (
        "satdoku canon puzzles.txt",
        "satdoku canon puzzles.txt --dedupe --format line -o distinct.txt",
        "satdoku canon 12..34.......... --format json",
    ),
    "dataset audit": (
        "satdoku dataset audit puzzles.txt",
        "satdoku dataset audit puzzles.txt --against others.txt --no-ratings",
        "satdoku dataset audit puzzles.txt --format html -o audit.html",
    ),
    "dataset make": (
        "satdoku dataset make recipe.toml -o puzzles/",
        "satdoku dataset make recipe.toml -o others/ --resume --jobs 2",
        "satdoku dataset make recipe.toml -o more/ --format json",
    ),
    "dataset score": (
        "satdoku dataset score answers.jsonl",
        "satdoku dataset score answers.jsonl --summary",
        "satdoku dataset score answers.jsonl -o scores.jsonl",
    ),
    "export": (
        "satdoku export puzzle.txt -o puzzle.cnf",
        "satdoku export puzzle.txt --to smtlib",
        "satdoku export puzzles.txt --encoding product -o problems/",
    ),
    "decode": (
        "satdoku export puzzle.txt -o puzzle.cnf && minisat puzzle.cnf model.txt",
        "satdoku decode model.txt",
        "satdoku decode model.txt --cnf puzzle.cnf --format line",
    ),
    "compare": (
        "satdoku compare puzzle.txt",
        "satdoku compare puzzles.txt --engines native,dlx,cadical153 --repeat 3",
        "satdoku compare puzzles.txt --engines native,dlx --save times.csv --format csv",
    ),
    "certify": (
        "satdoku certify puzzle.txt -o certificate.json",
        "satdoku certify puzzles.txt -o certificates.jsonl --jobs 2",
        "satdoku certify puzzle.txt --dimacs puzzle.cnf --drat puzzle.drat -o certificate.json",
    ),
    "verify": (
        "satdoku certify puzzle.txt -o certificate.json && satdoku verify certificate.json",
        "satdoku certify puzzles.txt | satdoku verify -",
        "satdoku verify certificate.json --format json",
    ),
    "engines": (
        "satdoku engines",
        "satdoku engines --format json",
        "satdoku help engines",
    ),
    "encodings": (
        "satdoku encodings",
        "satdoku encodings --layout 16x16",
        "satdoku encodings --format json",
    ),
    "help": (
        "satdoku help",
        "satdoku help variants",
        "satdoku help x-wing",
    ),
    "schema": (
        "satdoku schema solve",
        "satdoku schema 'dataset audit'",
        "satdoku schema rate > rate.schema.json",
    ),
    "completion": (
        'eval "$(satdoku completion bash)"',
        "satdoku completion zsh > _satdoku",
        "satdoku completion fish > satdoku.fish",
    ),
    "selfcheck": (
        "satdoku selfcheck",
        "satdoku selfcheck puzzles.txt",
        "satdoku selfcheck --check encodings --seed 7",
    ),
}
