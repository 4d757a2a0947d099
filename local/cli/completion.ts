import { UsageError } from '../accounts/usage-error.ts'
import { commands, optionsOf } from './commands.ts'

/** Returns what can follow each beginning of a command line: the next words of commands, or options. */
const choices = (): Map<string, string[]> => {
  const found = new Map<string, Set<string>>()
  const add = (beginning: string, ...words: string[]) =>
    found.set(beginning, new Set([...(found.get(beginning) ?? []), ...words]))
  for (const command of commands) {
    command.words.forEach((word, index) => {
      add(command.words.slice(0, index).join(' '), word)
    })
    add(command.words.join(' '), ...Object.keys(optionsOf(command)).map((name) => `--${name}`))
  }
  return new Map([...found].map(([beginning, words]) => [beginning, [...words]]))
}

/** Returns the branches of `case "$line $word"`, and the beginning of a line that each leads to. */
const steps = (): [from: string, to: string][] =>
  [...choices().keys()]
    .filter(Boolean)
    .map((beginning) => [beginning.includes(' ') ? beginning : ` ${beginning}`, beginning])

/** The words of the line before the cursor, without options, are the beginning. Zsh runs the same function. */
const toBash = (): string =>
  [
    '_stillframe() {',
    '  local line="" word',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is code of the shell.
    '  for word in "${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do',
    '    case "$line $word" in',
    ...steps().map(([from, to]) => `      "${from}") line="${to}" ;;`),
    '    esac',
    '  done',
    '  local choices=""',
    '  case "$line" in',
    ...[...choices()].map(([beginning, words]) => `    "${beginning}") choices="${words.join(' ')}" ;;`),
    '  esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is code of the shell.
    '  COMPREPLY=($(compgen -W "$choices" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _stillframe stillframe',
  ].join('\n')

/** `bashcompinit` calls `compdef`, which a new user's zsh has not loaded. */
const toZsh = (): string =>
  [
    '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }',
    'autoload -U +X bashcompinit && bashcompinit',
    toBash(),
  ].join('\n')

/** The same function as for bash. Files are offered only after a command. */
const toFish = (): string =>
  [
    'function __stillframe',
    "  set -l line ''",
    '  for word in (commandline -opc)[2..-1]',
    '    switch "$line $word"',
    ...steps().map(([from, to]) => `      case '${from}'; set line '${to}'`),
    '    end',
    '  end',
    '  switch "$line"',
    ...[...choices()].map(
      ([beginning, words]) => `    case '${beginning}'; string split ' ' -- '${words.join(' ')}'`,
    ),
    '  end',
    'end',
    'complete -c stillframe -n __fish_use_subcommand -f',
    "complete -c stillframe -a '(__stillframe)'",
  ].join('\n')

const shells: Readonly<Record<string, () => string>> = { bash: toBash, zsh: toZsh, fish: toFish }

/** Returns the script of a shell. @throws UsageError for another one */
export const toCompletion = (shell: string | undefined): string => {
  const print = shells[shell ?? '']
  if (!print) throw new UsageError('stillframe completion bash|zsh|fish')
  return print()
}
