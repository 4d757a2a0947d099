import { invalid } from './errors.ts'

const resultsMax = 100

/**
 * The part of a list, sorted by key, that a request asks for. The token is the key of the last item before it, so that
 * changes between two pages neither drop nor repeat other items.
 */
export const pageOf = <T>(items: T[], keyOf: (item: T) => string, query: URLSearchParams) => {
  const size = Number(query.get('MaxResults') ?? resultsMax)
  if (!Number.isInteger(size) || size < 1 || size > resultsMax) {
    throw invalid(`MaxResults must be between 1 and ${resultsMax}.`)
  }
  const after = readToken(query.get('NextToken'))
  const left = after === undefined ? items : items.filter((item) => keyOf(item) > after)
  const page = left.slice(0, size)
  const last = page.at(-1)
  const hasMore = last !== undefined && left.length > size
  return { page, token: hasMore ? { NextToken: writeToken(keyOf(last)) } : {} }
}

const writeToken = (key: string) => Buffer.from(JSON.stringify(key)).toString('base64url')

const readToken = (token: string | null): string | undefined => {
  if (token === null) return undefined
  try {
    return String(JSON.parse(Buffer.from(token, 'base64url').toString()))
  } catch {
    throw invalid('The NextToken is not one that was given out.')
  }
}
