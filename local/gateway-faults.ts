import { gatewayFaults } from '../infra/gateway-faults.ts'
import { type AppError, InvalidBodyError, InvalidParameterError } from '../lib/base/errors.ts'
import type { FaultResponder } from './lambda/gateway/gateway-error.ts'

const faults: Readonly<Partial<Record<string, AppError>>> = {
  ...gatewayFaults,
  HEADERS_TOO_LARGE: new InvalidParameterError(
    'The query string and the headers are too long. Send the parameters in the JSON body of a POST.',
  ),
  MALFORMED_REQUEST: gatewayFaults.DEFAULT_4XX,
  URL_OUTSIDE_ASCII: new InvalidParameterError(
    'The URL contains letters outside ASCII. Percent-encode them as UTF-8: `ü` is `%C3%BC`. With curl, use `-G --data-urlencode "url=…"`.',
  ),
  URL_WITH_SPACE: new InvalidParameterError(
    'The URL contains a space. Percent-encode it as `%20`. With curl, use `-G --data-urlencode "url=…"`.',
  ),
  BODY_TIMEOUT: new InvalidBodyError('The body did not arrive within 30 seconds.'),
  EXPECTATION_FAILED: new InvalidParameterError('The header `Expect` must be `100-continue` or absent.'),
}

/** Returns the gateway's own responses in the service's error format, as on AWS. */
export const respondToFault: FaultResponder = (fault, requestId) => {
  const error = faults[fault] ?? gatewayFaults.DEFAULT_5XX
  return {
    status: error.statusCode,
    body: error,
    headers: {
      'cache-control': 'no-store',
      'x-service-error': error.code,
      'x-service-request-id': requestId,
      ...error.headers,
    },
  }
}
