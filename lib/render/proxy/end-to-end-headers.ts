/** These headers are for the next hop only (RFC 9110, 7.6.1), and so is every `Proxy-` header. */
const hopByHop = new Set(['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'])

/** Returns raw headers, alternating names and values, without those of the hop. `dropped` names more of them, in lower case. */
export const endToEndHeaders = (rawHeaders: readonly string[], dropped: readonly string[] = []): string[] => {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''])
  }
  const unwanted = new Set([...dropped, ...namedByConnection(pairs)])
  return pairs
    .filter(([name]) => {
      const lower = name.toLowerCase()
      return !hopByHop.has(lower) && !lower.startsWith('proxy-') && !unwanted.has(lower)
    })
    .flat()
}

const namedByConnection = (pairs: readonly [string, string][]) =>
  pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase()))
    // A hostile peer must not strip the header that frames the body.
    .filter((name) => name !== 'content-length')
