import { type AppError, InvalidParameterError } from '../lib/errors.ts'
import { gatewayFaults } from '../lib/http/gateway-faults.ts'
import type { AnswerFault } from './lambda/gateway/gateway-error.ts'

const faults: Readonly<Partial<Record<string, AppError>>> = {
  ...gatewayFaults,
  HEADERS_TOO_LARGE: new InvalidParameterError(
    'The query string and the headers are too long. Send the parameters in the JSON body of a POST.',
  ),
  MALFORMED_REQUEST: gatewayFaults.DEFAULT_4XX,
  EXPECTATION_FAILED: new InvalidParameterError('The header `Expect` must be `100-continue` or absent.'),
}

/** The answers of the gateway itself, in the error shape of the service as on AWS. */
export const answerFault: AnswerFault = (fault, requestId) => {
  const error = faults[fault] ?? gatewayFaults.DEFAULT_5XX
  return {
    status: error.statusCode,
    body: error,
    headers: { 'x-service-error': error.code, 'x-service-request-id': requestId, ...error.headers },
  }
}
