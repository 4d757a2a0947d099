// Viewer request of /cache/*, before the edge's own cache: a result's name ends in the Unix second from which on it is gone.
const namePattern = /^\/cache\/[0-9a-f]{48}([0-9a-f]{8})\.[a-z0-9]{1,8}$/

function handler(event) {
  const match = namePattern.exec(event.request.uri)
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
    body: JSON.stringify({
      statusCode: 404,
      error: 'Not Found',
      message: 'This result does not exist or has expired.',
    }),
  }
}
