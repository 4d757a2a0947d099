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

/** Bash's own words of the line, without options, are the beginning. Zsh runs the same function. */
const toBash = (): string =>
  [
    '_stillframe() {',
    '  local line="" word',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is code of the shell.
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$line $word" in',
    ...[...choices().keys()]
      .filter(Boolean)
      .map(
        (beginning) =>
          `      "${` ${beginning}`.slice(beginning.includes(' ') ? 1 : 0)}") line="${beginning}" ;;`,
      ),
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

const toZsh = (): string => ['autoload -U +X bashcompinit && bashcompinit', toBash()].join('\n')

const toFish = (): string =>
  [...choices()]
    .map(([beginning, words]) => {
      const condition =
        beginning === ''
          ? '__fish_use_subcommand'
          : `string match -qr '^stillframe ${beginning}( |$)' (commandline -cp)`
      return `complete -c stillframe -n "${condition}" -a '${words.join(' ')}'`
    })
    .join('\n')

const shells: Readonly<Record<string, () => string>> = { bash: toBash, zsh: toZsh, fish: toFish }

/** Returns the script of a shell. @throws UsageError for another one */
export const toCompletion = (shell: string | undefined): string => {
  const print = shells[shell ?? '']
  if (!print) throw new UsageError('stillframe completion bash|zsh|fish')
  return print()
}
