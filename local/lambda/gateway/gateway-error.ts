import type { ServerResponse } from 'node:http'

interface GatewayError {
  status: number
  message: string
  type: string
}

/** What API Gateway itself answers: https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
export const gatewayErrors = {
  unknownRoute: {
    status: 403,
    message: 'Missing Authentication Token',
    type: 'MissingAuthenticationTokenException',
  },
  requestTooLong: { status: 413, message: 'Request Too Long', type: 'RequestTooLongException' },
  integrationFailed: { status: 502, message: 'Internal server error', type: 'InternalServerErrorException' },
  integrationTimedOut: {
    status: 504,
    message: 'Endpoint request timed out',
    type: 'InternalServerErrorException',
  },
} satisfies Record<string, GatewayError>

/** Once the status has gone out an error can only cut the connection; a complete answer is left alone. */
export const sendGatewayError = (response: ServerResponse, { status, message, type }: GatewayError): void => {
  if (response.writableEnded) return
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body = JSON.stringify({ message })
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-amzn-errortype': type,
  })
  response.end(body)
}
