import { gatewayFaults } from '../lib/http/gateway-faults.ts'
import type { AnswerFault } from './lambda/gateway/gateway-error.ts'

const faults: Readonly<Partial<Record<string, (typeof gatewayFaults)[keyof typeof gatewayFaults]>>> =
  gatewayFaults

/** The gateway's own answers as a stage on AWS has them: the service's error shape. */
export const answerFault: AnswerFault = (fault, requestId) => {
  const error = faults[fault] ?? gatewayFaults.DEFAULT_5XX
  return {
    status: error.statusCode,
    body: error,
    headers: { 'x-service-error': error.code, 'x-service-request-id': requestId, ...error.headers },
  }
}
