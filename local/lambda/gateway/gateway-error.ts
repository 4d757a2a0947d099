import type { ServerResponse } from 'node:http'

/** Faults of the gateway itself, with API Gateway's names. */
export type GatewayFault =
  | 'MISSING_AUTHENTICATION_TOKEN'
  | 'REQUEST_TOO_LARGE'
  | 'THROTTLED'
  | 'BODY_TIMEOUT'
  | 'INTEGRATION_FAILURE'
  | 'INTEGRATION_TIMEOUT'
  | 'HEADERS_TOO_LARGE'
  | 'MALFORMED_REQUEST'
  | 'URL_OUTSIDE_ASCII'
  | 'URL_WITH_SPACE'
  | 'EXPECTATION_FAILED'
  /** API Gateway's own response to raw braces and vertical bars cannot be configured. */
  | 'UNENCODED_URL'

/** A response that the gateway makes itself. Its body is JSON. */
interface FaultResponse {
  status: number
  body: object
  headers?: Readonly<Record<string, string>>
}

/** A REST API's "gateway responses": https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
export type FaultResponder = (fault: GatewayFault, requestId: string) => FaultResponse

/** Sends an error response instead of the function's response. */
export type Refuse = (fault: GatewayFault) => void

/** After the status is sent, an error can only close the connection. A complete response stays as it is. */
export const createRefuse =
  (response: ServerResponse, requestId: string, respondToFault: FaultResponder): Refuse =>
  (fault) => {
    if (response.writableEnded) return
    if (response.headersSent) {
      response.destroy()
      return
    }
    if (fault === 'UNENCODED_URL') {
      response
        .writeHead(400, { 'content-type': 'text/html' })
        .end('<html><body>400 Bad Request</body></html>')
      return
    }
    const { status, body, headers } = respondToFault(fault, requestId)
    const text = JSON.stringify(body)
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    })
    response.end(text)
  }
