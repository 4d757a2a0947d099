// Viewer request of /v1/*. A signature covers the query string as sent, but API Gateway's events contain only the parsed parameters.
// The query string is copied only for signed requests, because together with the request line it must fit in the 10,240 bytes that
// API Gateway accepts for all headers.
function handler(event) {
  const request = event.request
  const rawQuery = request.rawQueryString()
  // Replaces a value that a client sent under this name.
  delete request.headers['x-stillframe-raw-query']
  if (rawQuery && /(^|&)signature/.test(rawQuery)) {
    if (rawQuery.length > 4000) return tooLong(event.context.requestId)
    request.headers['x-stillframe-raw-query'] = { value: rawQuery }
  }
  // API Gateway replaces bytes of a body that are not UTF-8. The original length reveals that.
  delete request.headers['x-stillframe-body-length']
  const length = request.headers['content-length']
  if (length) request.headers['x-stillframe-body-length'] = { value: length.value }
  return request
}

function tooLong(requestId) {
  return {
    statusCode: 400,
    statusDescription: 'Bad Request',
    headers: {
      'content-type': { value: 'application/json' },
      'cache-control': { value: 'no-store' },
      'x-content-type-options': { value: 'nosniff' },
      'x-service-error': { value: 'invalid_parameter' },
      'x-service-request-id': { value: requestId },
    },
    body: JSON.stringify({
      statusCode: 400,
      error: 'Bad Request',
      message:
        'The query string of a signed request must have at most 4000 characters. Send the parameters in the JSON body of a POST.',
    }),
  }
}
