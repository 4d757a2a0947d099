import { expect, test } from 'vitest'
import { respondToFault } from '../../../local/gateway-faults.ts'

test.each([
  ['REQUEST_TOO_LARGE', 400, 'Bad Request', 'invalid_body'],
  ['MISSING_AUTHENTICATION_TOKEN', 404, 'Not Found', 'not_found'],
  ['HEADERS_TOO_LARGE', 400, 'Bad Request', 'invalid_parameter'],
  ['URL_OUTSIDE_ASCII', 400, 'Bad Request', 'invalid_parameter'],
  ['EXPECTATION_FAILED', 400, 'Bad Request', 'invalid_parameter'],
  ['INTEGRATION_FAILURE', 500, 'Internal Server Error', 'internal_error'],
] as const)('%s has the error shape', (fault, statusCode, error, code) => {
  const { status, body, headers } = respondToFault(fault, 'request-1')
  expect(status).toBe(statusCode)
  expect(JSON.parse(JSON.stringify(body))).toEqual({ statusCode, error, message: expect.any(String), code })
  expect(headers).toEqual({
    'cache-control': 'no-store',
    'x-service-error': code,
    'x-service-request-id': 'request-1',
    ...(statusCode === 500 && { 'Retry-After': '1' }),
  })
})
