import { describe, expect, test } from 'vitest'
import { describeCause } from '../../../../lib/base/describe-cause.ts'
import { AppError } from '../../../../lib/base/errors.ts'
import { DeadlineError } from '../../../../lib/base/timers.ts'
import type { EgressFailure } from '../../../../lib/egress/egress-error.ts'
import { InPageError, isGone, toInPageError } from '../../../../lib/render/browser/protocol-errors.ts'
import { NavigationError } from '../../../../lib/render/page/main-document.ts'
import { assertInBudget, translateError } from '../../../../lib/render/page/translate-error.ts'

const url = 'https://example.com/x'
const egress = (failures: Record<string, EgressFailure> = {}, overBudget = false, advice?: string) => ({
  overBudget,
  advice,
  failure: (host: string) => failures[host],
})
const codeOf = (thrown: unknown) => (thrown instanceof AppError ? thrown.code : thrown)

describe('a navigation that failed', () => {
  test.each([
    ['net::ERR_CERT_DATE_INVALID', 'tls_error'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'tls_error'],
    ['net::ERR_TOO_MANY_REDIRECTS', 'too_many_redirects'],
    ['net::ERR_ABORTED', 'not_a_page'],
    ['net::ERR_NAME_NOT_RESOLVED', 'host_not_found'],
    ['net::ERR_CONNECTION_REFUSED', 'connection_refused'],
    ['net::ERR_SOCKS_CONNECTION_FAILED', 'connection_failed'],
    ['net::ERR_CONTENT_DECODING_FAILED', 'connection_failed'],
    ['net::ERR_TIMED_OUT', 'page_timeout'],
    ['net::ERR_UNSAFE_PORT', 'address_blocked'],
    ['net::ERR_UNSAFE_REDIRECT', 'address_blocked'],
    ['net::ERR_UNKNOWN_URL_SCHEME', 'address_blocked'],
  ])('with %s is %s', (code, expected) => {
    expect(codeOf(translateError(new NavigationError(code, url), egress()))).toBe(expected)
  })

  test.each([
    ['address_blocked', 'address_blocked'],
    ['host_not_found', 'host_not_found'],
    ['connection_refused', 'connection_refused'],
    ['connection_failed', 'connection_failed'],
    ['proxy_failed', 'proxy_failed'],
    ['over_budget', 'page_crashed'],
    ['site_failed', 'internal_error'],
  ] as const)('because the egress met %s is %s', (failure, expected) => {
    const error = new NavigationError('net::ERR_SOCKS_CONNECTION_FAILED', url)
    expect(codeOf(translateError(error, egress({ 'example.com:443': failure })))).toBe(expected)
  })

  test('an error of the browser is not attributed to an earlier failure of the host', () => {
    const error = new NavigationError('net::ERR_CERT_DATE_INVALID', url)
    expect(codeOf(translateError(error, egress({ 'example.com': 'connection_failed' })))).toBe('tls_error')
  })

  test('because of a port and because of an address have the same message', () => {
    const { message: port } = translateError(
      new NavigationError('net::ERR_UNSAFE_PORT', url),
      egress(),
    ) as Error
    const failed = new NavigationError('net::ERR_SOCKS_CONNECTION_FAILED', url)
    expect(translateError(failed, egress({ 'example.com': 'address_blocked' }))).toMatchObject({
      message: port,
    })
    expect(port).toContain('above 1023')
  })

  test.each(['address_blocked', 'proxy_blocked'] as const)('%s has the advice of the service', (failure) => {
    const failed = new NavigationError('net::ERR_SOCKS_CONNECTION_FAILED', url)
    const { message } = translateError(
      failed,
      egress({ 'example.com': failure }, false, 'Restart it.'),
    ) as Error
    expect(message).toMatch(/\. Restart it\.$/)
  })

  test('because of a scheme says so', () => {
    const { message } = translateError(
      new NavigationError('net::ERR_UNSAFE_REDIRECT', url),
      egress(),
    ) as Error
    expect(message).toContain('http:// or https://')
  })

  test('over the byte budget says so', () => {
    expect(codeOf(translateError(new NavigationError('net::ERR_FAILED', url), egress({}, true)))).toBe(
      'page_crashed',
    )
  })

  test('with a code that is not from Chromium is unchanged', () => {
    const error = new NavigationError('strange', url)
    expect(translateError(error, egress())).toBe(error)
  })
})

describe('other errors', () => {
  test.each([
    ['Protocol error (Emulation.setTimezoneOverride): Invalid timezone id', 'invalid_parameter'],
    ['Protocol error (Emulation.setLocaleOverride): Invalid locale name', 'invalid_parameter'],
    ['Protocol error (Runtime.callFunctionOn): Cannot find context with specified id', 'page_timeout'],
  ])('%s is %s', (message, expected) => {
    expect(codeOf(translateError(new Error(message), egress()))).toBe(expected)
  })

  test.each([
    ['a programming error', new TypeError("Cannot read properties of undefined (reading 'x')")],
    ['an error that is ours already', new RangeError('ours')],
    ['something that is no error', 'text'],
  ])('%s is unchanged', (_name, thrown) => {
    expect(translateError(thrown, egress())).toBe(thrown)
  })
})

test.each([
  ['Protocol error (Page.enable): Target closed', true],
  ['Protocol error (Page.enable): Session closed. Most likely the page has been closed.', true],
  ['Protocol error (Page.enable): Session with given id not found.', true],
  ['Connection closed.', true],
  ['Protocol error (Runtime.evaluate): Target crashed', true],
  ['Protocol error (Runtime.evaluate): Cannot find context with specified id', true],
  ['Protocol error (Runtime.evaluate): Promise was collected', true],
  ['Protocol error (Fetch.continueRequest): Invalid InterceptionId.', true],
  ['Protocol error (Fetch.continueRequest): Invalid header', false],
  ['Protocol error (HeadlessExperimental.beginFrame): Another frame is pending', false],
  ["Cannot read properties of undefined (reading 'x')", false],
])('%s: the target of the command no longer exists: %s', (message, expected) => {
  expect(isGone(new Error(message))).toBe(expected)
})

test('a page that exceeded the data limit is refused', () => {
  expect(() => assertInBudget(egress({}, true))).toThrow(/exceeded the data limit/)
  expect(() => assertInBudget(egress())).not.toThrow()
})

test('a function that the page broke is a page_interference, with its cause', () => {
  const cause = new InPageError('RangeError: Maximum call stack size exceeded')
  expect(translateError(cause, egress())).toMatchObject({ statusCode: 400, code: 'page_interference', cause })
})

test('the log names where a function failed in the page, and nothing that the page said', () => {
  const frame = {
    functionName: 'readText',
    scriptId: '1',
    url: 'http://page.example/',
    lineNumber: 2,
    columnNumber: 7,
  }
  const details = {
    exceptionId: 1,
    text: 'Uncaught',
    lineNumber: 0,
    columnNumber: 0,
    stackTrace: { callFrames: [frame] },
  }
  const thrown = (description: string) =>
    describeCause(toInPageError({ ...details, exception: { type: 'object', description } }))
  expect(thrown('TypeError: secret\n    at secret')).toBe('InPageError: TypeError\n    at readText (2:7)')
  expect(thrown('secret')).toBe('InPageError: Error\n    at readText (2:7)')
  expect(describeCause(new InPageError('Error: secret'))).toBe('InPageError: Error')
})

test('a deadline that no step handled is a page_timeout, never a 500', () => {
  const cause = new DeadlineError('not done after 3000 ms')
  expect(translateError(cause, egress())).toMatchObject({ statusCode: 400, code: 'page_timeout', cause })
})

test('the message names the host that failed, which the page may have chosen', () => {
  const error = new NavigationError('net::ERR_NAME_NOT_RESOLVED', 'http://next.example/x?secret=1')
  expect(translateError(error, egress())).toMatchObject({ message: '`next.example` was not found.' })
})
