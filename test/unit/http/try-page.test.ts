import { expect, test } from 'vitest'
import { AppError } from '../../../lib/base/errors.ts'
import { rawQueryHeader } from '../../../lib/core/access/raw-query.ts'
import { checkSignature } from '../../../lib/http/check-signature.ts'
import { createTryPage } from '../../../lib/http/try-page.ts'
import type { Account } from '../../../lib/store/accounts.ts'
import type { Rate } from '../../../lib/store/usage-item.ts'
import { get, nowMs, operation, post, secretKey } from './signed-events.ts'

const linksKey = '679cSZFbfz1ovKQtYHUsEmma'

const stored = (change: Partial<Account> = {}): Account => ({
  id: '679cSZ',
  plan: 'starter',
  paid: true,
  keys: { '679cSZFbfz': { hash: '', shown: linksKey, name: 'Landing page', scope: 'links', created: 1 } },
  secretKey,
  created: 1,
  ...change,
})

/** Returns the page, the visitors that it has counted, and the ids of the accounts that it has read. */
const createPage = (account: Account | null = stored(), allowed: Partial<Record<Rate, number>> = {}) => {
  const visitors: { id: string; plan: string; rate: Rate }[] = []
  const reads: string[] = []
  const respond = createTryPage({
    accountId: account?.id,
    accounts: {
      async find(id) {
        reads.push(id)
        return account ?? undefined
      },
    },
    usage: {
      async admit({ id, plan }, rate = 'api') {
        visitors.push({ id, plan, rate })
        const decision = { admitted: true, limit: 10, remaining: 3, resetSeconds: 42 }
        const count = visitors.filter((visitor) => visitor.rate === rate).length
        return count <= (allowed[rate] ?? count)
          ? decision
          : { ...decision, admitted: false, retryAfterSeconds: 42 }
      },
    },
    nowMs: () => nowMs,
  })
  return { respond, visitors, reads }
}

const query = (text: string, address = '192.0.2.7', headers: Record<string, string[]> = {}) =>
  get(text, { 'x-stillframe-client-address': [address], ...headers })

const from = (...sites: string[]) => query('url=https://example.com/', undefined, { 'Sec-Fetch-Site': sites })

const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? `${error.statusCode} ${error.code}` : error),
  )

test.each([1, 2] as const)(
  'leads to a signed link of an account of version %i, for ten seconds, that opens no other operation',
  async (signatureVersion) => {
    const { respond } = createPage(stored({ signatureVersion }))
    const url = 'https://example.com/?a=1&b=it%20is;{x}#there'
    const { statusCode, headers } = await respond(query(`url=${encodeURIComponent(url)}`))
    expect(statusCode).toBe(302)
    expect(headers).toMatchObject({
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    const [path, linkQuery = ''] = (headers['Location'] ?? '').split('?')
    expect(path).toBe('/v1/screenshot')
    const { access_key, signature: _, ...options } = Object.fromEntries(new URLSearchParams(linkQuery))
    expect(access_key).toBe(linksKey)
    expect(options).toEqual({
      url,
      format: 'webp',
      cache: 'true',
      cache_ttl: '600',
      timeout: '10',
      expires: String(nowMs / 1000 + 10),
    })
    const signer = { secretKey, scope: 'links', signatureVersion } as const
    const event = get(linkQuery, { [rawQueryHeader]: [linkQuery] })
    expect(checkSignature(event, operation, signer, nowMs)).toBe(true)
    expect(() => checkSignature(event, { path: '/v1/pdf' }, signer, nowMs)).toThrow()
    expect(() => checkSignature(event, operation, signer, nowMs + 11_000)).toThrow()
  },
)

test.each([
  ['in a minute', { api: 2 }, 'per minute'],
  ['in a day', { daily: 2 }, 'per day'],
])(
  'counts visitors by groups of addresses, and refuses one that asks too often %s before it reads the account',
  async (_label, allowed, says) => {
    const { respond, visitors, reads } = createPage(stored(), allowed)
    await respond(query('url=https://example.com/'))
    await respond(query('url=https://example.com/', '2001:db8::1'))
    expect(new Set(visitors.map(({ id }) => id)).size).toBe(2)
    expect(visitors).toEqual(
      ['api', 'daily', 'api', 'daily'].map((rate) => ({
        id: expect.stringMatching(/^try#[0-9a-f]{4}$/),
        plan: 'free',
        rate,
      })),
    )
    const third = respond(query('url=https://example.com/'))
    expect(await codeOf(third)).toBe('429 rate_limited')
    await expect(third).rejects.toMatchObject({
      headers: { 'Retry-After': '42' },
      message: expect.stringContaining(says),
    })
    expect(reads).toEqual(['679cSZ', '679cSZ'])
  },
)

test('does not count a visitor whose URL cannot be rendered', async () => {
  const { respond, visitors } = createPage()
  expect(await codeOf(respond(query('url=javascript%3Aalert(1)')))).toBe('400 invalid_parameter')
  expect(visitors).toEqual([])
})

test.each([
  ['without an account', createPage(null).respond, '404 not_found'],
  ['without a key for links', createPage(stored({ keys: {} })).respond, '404 not_found'],
  ['of a closed account', createPage(stored({ closed: 5 })).respond, '404 not_found'],
])('renders nothing %s', async (_label, respond, expected) => {
  expect(await codeOf(respond(query('url=https://example.com/')))).toBe(expected)
})

test.each([
  ['no URL', query(''), '400 invalid_parameter'],
  ['an empty URL', query('url='), '400 invalid_parameter'],
  ['two URLs', query('url=https://a.example/&url=https://b.example/'), '400 invalid_parameter'],
  ['another parameter', query('url=https://a.example/&full_page=true'), '400 invalid_parameter'],
  [
    'a URL that is not UTF-8',
    query('url=https://a.example/%EF%BF%BD', undefined, { 'x-stillframe-not-utf8': ['url'] }),
    '400 invalid_parameter',
  ],
  ['a page of another site', from('cross-site'), '403 cross_site'],
  ['a page of another subdomain', from('same-site'), '403 cross_site'],
  ['a navigation', from('none'), '403 cross_site'],
  ['two origins', from('same-origin', 'cross-site'), '403 cross_site'],
  ['a POST', post('{"url":"https://a.example/"}', []), '405 method_not_allowed'],
])('refuses %s, and counts nothing', async (_label, event, expected) => {
  const { respond, visitors } = createPage()
  expect(await codeOf(respond(event))).toBe(expected)
  expect(visitors).toEqual([])
})

test('renders for the landing page, and for clients that are no browsers', async () => {
  const { respond } = createPage()
  expect(await codeOf(respond(from('same-origin')))).toBe('ok')
  expect(await codeOf(respond(from()))).toBe('ok')
})
