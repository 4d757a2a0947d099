const hasWildcard = (pattern: string) => pattern.includes('*')
const isHost = (pattern: string) => /^[^/:?#*]+$/.test(pattern) && pattern.includes('.')

/**
 * Whether one of the `block_requests` patterns means this URL. `*` stands for any run of characters and the pattern
 * covers the whole URL, as in Chromium's own URL patterns; letters' case does not matter. A bare host
 * (`ads.example.com`) means that host and its subdomains.
 */
export const matchesUrlPattern = (pattern: string, url: string): boolean => compileUrlPatterns([pattern])(url)

/** One test for many patterns; linear in the URL's length whatever the pattern, so no pattern can stall it. */
export const compileUrlPatterns = (patterns: readonly string[]): ((url: string) => boolean) => {
  const tests = patterns.map((pattern) => compile(pattern.trim().toLowerCase()))
  return (url) => {
    const lower = url.toLowerCase()
    return tests.some((test) => test(lower))
  }
}

const compile = (pattern: string): ((url: string) => boolean) => {
  if (isHost(pattern)) return (url) => isUnderHost(hostOf(url), pattern)
  if (!hasWildcard(pattern)) return (url) => url === pattern
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop() ?? ''
  return (url) => {
    if (url.length < first.length + last.length) return false
    if (!url.startsWith(first) || !url.endsWith(last)) return false
    return containsInOrder(url, rest, first.length, url.length - last.length)
  }
}

/** Taking each piece at its earliest place is enough: a later place never helps the pieces that follow. */
const containsInOrder = (text: string, pieces: readonly string[], from: number, to: number) => {
  let position = from
  for (const piece of pieces) {
    const found = text.indexOf(piece, position)
    if (found === -1 || found + piece.length > to) return false
    position = found + piece.length
  }
  return true
}

const hostOf = (url: string) => URL.parse(url)?.hostname ?? ''

const isUnderHost = (host: string, parent: string) => host === parent || host.endsWith(`.${parent}`)
