/** How the search ranks its results. The browser and the tests use the same options. */

/** Words that readers type, and the words of the documentation. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  agent: ['agents', 'mcp'],
  ai: ['agents'],
  banner: ['cookie', 'consent'],
  chatgpt: ['agents', 'mcp'],
  claude: ['agents', 'mcp'],
  country: ['location'],
  cli: ['command'],
  cron: ['crontab'],
  element: ['selector'],
  env: ['settings'],
  iphone: ['devices'],
  key: ['keys'],
  llm: ['agents', 'mcp'],
  login: ['logged'],
  mac: ['macos'],
  mobile: ['devices'],
  og: ['social'],
  osx: ['macos'],
  phone: ['devices'],
  price: ['cost'],
  pricing: ['cost'],
  retina: ['devices'],
  schedule: ['scheduled'],
  unauthorized: ['401', 'keys'],
  wsl: ['windows'],
}

const ignored = new Set([
  'a',
  'an',
  'and',
  'by',
  'for',
  'from',
  'how',
  'in',
  'is',
  'of',
  'on',
  'the',
  'to',
  'with',
])

/** Weights of pages by the beginning of their URL. The first that fits counts. */
const weights: readonly (readonly [string, number])[] = [
  ['/docs/decisions/', 0.1],
  ['/docs/contribute/', 0.3],
  ['/docs/operate/runbook', 0.3],
  ['/docs/operate/settings', 0.9],
  ['/docs/operate/cost', 0.9],
  ['/docs/operate/', 0.5],
  ['/docs/migrate', 0.4],
  ['/docs/compare', 0.5],
  ['/docs/speed', 0.5],
  ['/docs/glossary', 0.5],
  ['/docs/reference/', 0.8],
  ['/docs/start/use-cases', 0.6],
  ['/docs/start/install', 1.6],
  ['/docs/start/', 1.4],
  ['/docs/guides/recipes', 0.6],
  ['/docs/guides/', 1.4],
]

/** Sections that every page of the reference has. */
const repeated = /#(?:example|errors|response|response-headers|parameters)$/

const weightOf = (id: string): number => weights.find(([start]) => id.startsWith(start))?.[1] ?? 1

export const ranking = {
  boost: { title: 5, titles: 1.5, text: 1 },
  prefix: (term: string) => term.length > 2,
  // A typing error in a short word makes another word of it.
  fuzzy: (term: string) => (term.length > 5 ? 0.2 : false),
  processTerm: (term: string) => {
    const word = term.toLowerCase()
    return ignored.has(word) ? null : [word, ...(synonyms[word] ?? [])]
  },
  boostDocument: (id: string, term: string, stored?: Record<string, unknown>) => {
    const isReference = id.startsWith('/docs/reference/')
    const isPage = Array.isArray(stored?.['titles']) && stored['titles'].length === 0
    const isNamed = stored?.['title'] === term
    return (
      weightOf(id) *
      (isReference && repeated.test(id) ? 0.2 : 1) *
      (isPage && !isReference ? 1.5 : 1) *
      (isNamed ? 1.5 : 1)
    )
  },
}
