import type { ServerResponse } from 'node:http'

/** What goes wrong in the gateway itself, by API Gateway's names. */
export type GatewayFault =
  | 'MISSING_AUTHENTICATION_TOKEN'
  | 'REQUEST_TOO_LARGE'
  | 'INTEGRATION_FAILURE'
  | 'INTEGRATION_TIMEOUT'
  | 'HEADERS_TOO_LARGE'
  | 'MALFORMED_REQUEST'
  | 'EXPECTATION_FAILED'

/** An answer that no function gave; its body is JSON. */
export interface FaultAnswer {
  status: number
  body: object
  headers?: Readonly<Record<string, string>>
}

/** A REST API's "gateway responses", which its owner can replace. */
export type AnswerFault = (fault: GatewayFault, requestId: string) => FaultAnswer

/** For requests that Node refuses before they are one. What AWS returns for them is not documented. */
const badRequest: FaultAnswer = {
  status: 400,
  body: { message: 'Bad Request' },
  headers: { 'x-amzn-errortype': 'BadRequestException' },
}

/** What API Gateway itself answers: https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
const awsAnswers: Record<GatewayFault, FaultAnswer> = {
  MISSING_AUTHENTICATION_TOKEN: {
    status: 403,
    body: { message: 'Missing Authentication Token' },
    headers: { 'x-amzn-errortype': 'MissingAuthenticationTokenException' },
  },
  REQUEST_TOO_LARGE: {
    status: 413,
    body: { message: 'Request Too Long' },
    headers: { 'x-amzn-errortype': 'RequestTooLongException' },
  },
  INTEGRATION_FAILURE: {
    status: 502,
    body: { message: 'Internal server error' },
    headers: { 'x-amzn-errortype': 'InternalServerErrorException' },
  },
  INTEGRATION_TIMEOUT: {
    status: 504,
    body: { message: 'Endpoint request timed out' },
    headers: { 'x-amzn-errortype': 'InternalServerErrorException' },
  },
  HEADERS_TOO_LARGE: badRequest,
  MALFORMED_REQUEST: badRequest,
  EXPECTATION_FAILED: badRequest,
}

export const awsAnswer: AnswerFault = (fault) => awsAnswers[fault]

/** Answers one request in place of its function. */
export type Refuse = (fault: GatewayFault) => void

/** Once the status has gone out an error can only cut the connection; a complete answer is left alone. */
export const createRefuse =
  (response: ServerResponse, requestId: string, answerFault: AnswerFault): Refuse =>
  (fault) => {
    if (response.writableEnded) return
    if (response.headersSent) {
      response.destroy()
      return
    }
    const { status, body, headers } = answerFault(fault, requestId)
    const text = JSON.stringify(body)
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    })
    response.end(text)
  }
