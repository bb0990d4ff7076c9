"""`satdoku completion`: print the shell script that completes commands, options and values."""

from __future__ import annotations

import click

from ..command import from_table
from ..commands import COMPLETE

#: Where each shell looks for completions.
INSTALL = {
    "bash": 'add to ~/.bashrc:  eval "$(satdoku completion bash)"',
    "zsh": 'add to ~/.zshrc, after compinit:  eval "$(satdoku completion zsh)"',
    "fish": "satdoku completion fish > ~/.config/fish/completions/satdoku.fish",
    "powershell": "satdoku completion powershell >> $PROFILE",
}

#: Fixes to click's scripts, as (theirs, ours), by shell. bash splits `--level=be` into several
#: words; zsh would replace option and value by the value; fish cuts values and descriptions at a
#: comma and ignores values that do not begin with `--level=`.
MENDED = {
    "bash": (
        ('COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD', 'COMP_WORDS="${words[*]}" '
         "COMP_CWORD=$cword"),
        ("    local IFS=$'\\n'\n",
         "    local i cword=$COMP_CWORD words=()\n"
         '    for i in "${!COMP_WORDS[@]}"; do\n'
         '        if [[ ${COMP_WORDS[i]} == "=" && $i -lt $COMP_CWORD ]]; then\n'
         "            ((cword -= 1))\n"
         "        else\n"
         '            words+=("${COMP_WORDS[i]}")\n'
         "        fi\n"
         "    done\n"
         "    local IFS=$'\\n'\n"),
    ),
    "zsh": (
        ("compadd -U -V", "compadd -V"),
        ("    for type key descr in", '    [[ $PREFIX == --*=* ]] && compset -P "*="\n'
         "    for type key descr in"),
    ),
    "fish": (
        ('string split ","', 'string split --max 1 ","'),
        ("echo $metadata[2]", 'echo "$option$metadata[2]"'),
        ("    for completion in", "    set -l option (string match --regex -- '^--[^=]*=' "
         "(commandline -t));\n    for completion in"),
    ),
}  # fmt: skip


@from_table("completion")
def command(shell: str) -> int:
    """Print a completion script for your shell.

    \b
    bash: add to ~/.bashrc  eval "$(satdoku completion bash)"
    zsh:  add to ~/.zshrc   eval "$(satdoku completion zsh)"
    fish: satdoku completion fish > ~/.config/fish/completions/satdoku.fish
    PowerShell: satdoku completion powershell >> $PROFILE
    \f
    eval "$(satdoku completion bash)"
    satdoku completion zsh > _satdoku
    satdoku completion fish > satdoku.fish
    """
    from click.shell_completion import get_completion_class

    from ..main import cli

    kind = get_completion_class(shell)
    assert kind is not None
    made = kind(cli, {}, "satdoku", COMPLETE)
    click.echo(f"# To install: {INSTALL[shell]}")
    script = made.source_template % made.source_vars()
    for theirs, ours in MENDED.get(shell, ()):
        script = script.replace(theirs, ours)
    click.echo(script)
    return 0
