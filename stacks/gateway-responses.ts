import { gatewayFaults } from '../lib/http/gateway-faults.ts'

export const createGatewayResponses = (restApiId: $util.Input<string>) =>
  Object.entries(gatewayFaults).map(([responseType, error]) => {
    const headers = { 'X-Service-Error': error.code, ...error.headers }
    return new aws.apigateway.Response(`GatewayResponse${responseType.replace(/_/g, '')}`, {
      restApiId,
      responseType,
      statusCode: String(error.statusCode),
      responseTemplates: { 'application/json': JSON.stringify(error) },
      responseParameters: {
        ...Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`]),
        ),
        'gatewayresponse.header.X-Service-Request-Id': 'context.requestId',
      },
    })
  })
