import { createHash } from 'node:crypto'
import { gatewayFaults } from '../infra/gateway-faults.ts'

/** The gateway's own errors in the service's error format. */
export const gatewayResponses = Object.entries(gatewayFaults).map(([responseType, error]) => {
  // Without it, CloudFront may send the response to everyone who waits for the same path:
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorCustomOrigin.html#request-custom-traffic-spikes
  const headers = { 'Cache-Control': 'no-store', 'X-Service-Error': error.code, ...error.headers }
  return {
    responseType,
    statusCode: String(error.statusCode),
    responseTemplates: { 'application/json': JSON.stringify(error) },
    responseParameters: {
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`]),
      ),
      // Documented are parameters of the request and literals, but deployed APIs use variables of the context, too. If API Gateway refuses it,
      // remove the line: its own header x-amzn-RequestId has the same id.
      'gatewayresponse.header.X-Service-Request-Id': 'context.requestId',
    },
  }
})

/** Changes with the responses. */
export const gatewayResponsesHash = createHash('sha256')
  .update(JSON.stringify(gatewayResponses))
  .digest('hex')
