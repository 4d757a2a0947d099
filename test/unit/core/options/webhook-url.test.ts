import { expect, test } from 'vitest'
import { InvalidParameterError } from '../../../../lib/base/errors.ts'
import { parseEgressAllow } from '../../../../lib/core/network/egress-allow.ts'
import { fromQuery, messageOf } from '../../../support/render/read-screenshot.ts'

const page = 'url=https://example.com/'

const allowing = (allow: string, serviceHosts: string[] = []) => ({
  egress: { allow: parseEgressAllow(allow), serviceHosts },
})

test('accepts https', () => {
  expect(fromQuery(`${page}&webhook_url=https://example.com/hook`)).toMatchObject({
    webhook_url: 'https://example.com/hook',
    webhook_signed: true,
  })
})

test.each(['http://example.com/', 'https://127.0.0.1/', 'https://10.0.0.1/'])(
  'the URL of an upload has the same rules: %s is refused',
  (url) => {
    expect(() => fromQuery(`${page}&upload_url=${encodeURIComponent(url)}`)).toThrow(/^`upload_url` /)
    const allowed = fromQuery(
      `${page}&upload_url=${encodeURIComponent(url)}`,
      allowing(new URL(url).hostname),
    )
    expect(allowed).toMatchObject({ upload_url: url })
  },
)

test.each(['ftp://x.test/', 'nonsense'])('the error for %s names the required scheme', (url) => {
  expect(messageOf(`${page}&webhook_url=${url}`)).toBe(
    '`webhook_url` must be an absolute URL that begins with https://.',
  )
})

test('http is an invalid parameter', () => {
  expect(() => fromQuery(`${page}&webhook_url=http://example.com/`)).toThrow(
    '`webhook_url` must begin with https://.',
  )
})

test('accepts http for a host that the operator allows', () => {
  const rules = allowing('trial.test')
  expect(fromQuery(`${page}&webhook_url=http://trial.test:8000/`, rules)).toMatchObject({
    webhook_url: 'http://trial.test:8000/',
  })
  expect(() => fromQuery(`${page}&webhook_url=http://other.test/`, rules)).toThrow(InvalidParameterError)
})

test.each(['http://localhost:8000/', 'https://localhost:8000/'])(
  'the error for %s has the advice of the service',
  (url) => {
    const { egress } = allowing('')
    const rules = { egress: { ...egress, advice: 'Restart it.' } }
    expect(() => fromQuery(`${page}&webhook_url=${url}`, rules)).toThrow(/\. Restart it\.$/)
  },
)

test('accepts http for localhost if a loopback address is allowed', () => {
  const webhook_url = 'http://localhost:8000/'
  expect(fromQuery(`${page}&webhook_url=${webhook_url}`, allowing('127.0.0.1'))).toMatchObject({
    webhook_url,
  })
})

test.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost/',
  'https://a.localhost/',
  'https://printer.local/',
  'https://db.internal/',
  'https://intranet/',
  'https://example.com:22/',
  'https://api.stillframe.test/v1/screenshot',
])('%s is refused before anything is rendered', (url) => {
  const rules = allowing('', ['api.stillframe.test'])
  expect(() => fromQuery(`${page}&webhook_url=${encodeURIComponent(url)}`, rules)).toThrow(
    '`webhook_url` is not allowed. It must be a public URL.',
  )
})
