interface Rule {
  isAllowed: boolean
  path: string
}

/** The name of the service in a robots.txt. */
export const robotName = 'Stillframe'

/** The most rules that each of 10,000 pages is compared with. */
export const robotRulesMax = 5_000

/**
 * Returns whether a robots.txt allows a path with its query (RFC 9309). The longest rule that matches decides, and `Allow` if two are
 * equally long. Undefined if it has more rules than {@link robotRulesMax}.
 */
export const createRobots = (text: string): ((path: string) => boolean) | undefined => {
  const rules = rulesFor(readGroups(text)).sort(byPrecedence)
  if (rules.length > robotRulesMax) return undefined
  return (path) => {
    if (path === '/robots.txt') return true
    const encoded = encode(path)
    return rules.find((rule) => matches(rule.path, encoded))?.isAllowed ?? true
  }
}

const byPrecedence = (a: Rule, b: Rule) =>
  b.path.length - a.path.length || Number(b.isAllowed) - Number(a.isAllowed)

interface Group {
  agents: string[]
  rules: Rule[]
}

const readLines = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const [content = ''] = line.split('#', 1)
      const colon = content.indexOf(':')
      return { name: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() }
    })

const readGroups = (text: string): Group[] => {
  const groups: Group[] = []
  let isHead = false
  for (const { name, value } of readLines(text)) {
    if (name === 'user-agent') {
      // Names that follow each other share their rules.
      if (!isHead) groups.push({ agents: [], rules: [] })
      groups.at(-1)?.agents.push(toAgent(value))
      isHead = true
    } else if (name === 'allow' || name === 'disallow') {
      isHead = false
      if (value !== '') groups.at(-1)?.rules.push({ isAllowed: name === 'allow', path: encode(value) })
    }
  }
  return groups
}

/** Without the version, as in `Stillframe/1.0`. */
const toAgent = (value: string) => value.toLowerCase().split(/[\s/]/, 1).join('')

const rulesFor = (groups: readonly Group[]): Rule[] => {
  const own = groups.filter(({ agents }) => agents.includes(robotName.toLowerCase()))
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  return chosen.flatMap(({ rules }) => rules)
}

/** Returns a path as a URL has it. Escapes are compared without regard to case. */
const encode = (path: string): string => {
  try {
    return encodeURI(decodeURI(path.replaceAll(/%[\da-f]{2}/gi, (found) => found.toUpperCase())))
  } catch {
    return path
  }
}

/** `*` is any text, `$` the end. Looks for the parts between the stars from left to right, which takes no longer than both texts. */
const matches = (pattern: string, encoded: string): boolean => {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!encoded.startsWith(first)) return false
  const last = isWhole ? parts.pop() : undefined
  let at = first.length
  for (const part of parts) {
    const found = encoded.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!isWhole) return true
  return last === undefined
    ? encoded.length === at
    : encoded.length - last.length >= at && encoded.endsWith(last)
}
