const hasWildcard = (pattern: string) => pattern.includes('*')
const isHost = (pattern: string) => /^[^/:?#*]+$/.test(pattern) && pattern.includes('.')

/**
 * Returns a function that tests whether one of the `block_requests` patterns matches a URL. `*` matches any characters and the
 * pattern covers the whole URL, as in Chromium's own URL patterns, ignoring case. A bare host (`ads.example.com`) matches that host
 * and its subdomains. The time is linear in the URL's length for every pattern, so no pattern can stall it.
 */
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

/** Matching each piece at its earliest position is enough, because a later position never helps the following pieces. */
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
