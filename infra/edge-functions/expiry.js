// Viewer request of /cache/*, before CloudFront's own cache: a result's name contains the Unix second at which it expires.
// infra/edge-constants.ts prepends the constants `namePattern` and `notFoundBody` to this code.
function handler(event) {
  const match = namePattern.exec(event.request.uri.slice('/cache/'.length))
  if (match && Number.parseInt(match[1], 16) * 1000 > Date.now()) return event.request
  return {
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: {
      'content-type': { value: 'application/json' },
      'cache-control': { value: 'no-store' },
      'x-content-type-options': { value: 'nosniff' },
      'x-service-error': { value: 'not_found' },
      'x-service-request-id': { value: event.context.requestId },
    },
    body: notFoundBody,
  }
}
