import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeCause } from '../../../lib/base/describe-cause.ts'
import { maskCredentials, urlProblem, withoutCredentials } from '../../../lib/schema/http-url.ts'

/** URLs as callers send them: with any number of slashes behind the scheme, and credentials with any characters. */
const urls = fc
  .tuple(
    fc.constantFrom('http', 'https', 'HTTPS'),
    fc.string({ unit: fc.constantFrom('/', '\\'), minLength: 0, maxLength: 4 }),
    fc.string({ unit: fc.constantFrom('u', ':', '@', '%', ' ', '"', '/', '\\', '?', '#', 'é', '\t') }),
    fc.constantFrom('example.com/', 'example.com', 'example.com/a@b?c@d#e@f', '1.2.3.4:8080\\x'),
  )
  .map(([scheme, slashes, credentials, rest]) => `${scheme}:${slashes}${credentials}@${rest}`)
  .filter((text) => urlProblem(text) === undefined)

const bare = (text: string) => Object.assign(new URL(text), { username: '', password: '' })

test('every URL that is accepted loses exactly the credentials that the URL parser finds', () => {
  fc.assert(
    fc.property(urls, (text) => {
      expect(new URL(withoutCredentials(text)).href).toBe(bare(text).href)
      const { username, password } = new URL(maskCredentials(text))
      const isMasked = username === '***' && password === ''
      expect(isMasked || (username === '' && withoutCredentials(text) === maskCredentials(text))).toBe(true)
    }),
    { numRuns: 300, examples: [['https:///user:pass@example.com/'], ['https://\\user:pass@example.com/']] },
  )
})

test('a cause has no credentials of a URL, however many slashes it has', () => {
  const words = urls.filter((text) => !/\s/.test(text))
  fc.assert(
    fc.property(words, (text) => {
      const described = describeCause(`Failed at ${text}`)
      const { origin, pathname } = new URL(text)
      expect(new URL(described.replace('Failed at ', '')).href).toBe(origin + pathname)
    }),
    { numRuns: 300, examples: [['https:///user:pass@example.com/'], ['https://\\user:pass@example.com/']] },
  )
})
