// Viewer request of /v1/*. API Gateway splits a query string at a raw `;` and refuses raw `{`, `}` and `|`, but browsers and curl send
// them (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html), so they are percent-encoded here.
// A signature covers the query string as sent, but API Gateway's events contain only the parsed parameters. It is copied only for
// signed requests, because request line and headers must fit in the 10,240 bytes that API Gateway accepts.
// infra/edge-constants.ts prepends the constant `clientAddressHeader` and the function `refusal` to this code.
function handler(event) {
  const request = event.request
  const rawQuery = request.rawQueryString()
  // Replaces a value that a client sent under this name.
  delete request.headers['x-stillframe-raw-query']
  if (rawQuery) {
    const encoded = rawQuery.replace(
      /[;{}|\\^`"<>]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    if (encoded !== rawQuery) request.querystring = encoded
    if (/(^|&)signature/.test(rawQuery)) {
      if (rawQuery.length + encoded.length > 8000) return refusal(event.context.requestId)
      request.headers['x-stillframe-raw-query'] = { value: rawQuery }
    }
  }
  request.headers[clientAddressHeader] = { value: event.viewer.ip }
  // CloudFront puts the key of the API into `x-api-key`. The service tells a caller whose access key is in the wrong header.
  delete request.headers['x-stillframe-misplaced-key']
  if (request.headers['x-api-key']) {
    delete request.headers['x-api-key']
    request.headers['x-stillframe-misplaced-key'] = { value: 'x-api-key' }
  }
  // API Gateway replaces bytes of a body that are not UTF-8. The original length reveals that.
  delete request.headers['x-stillframe-body-length']
  const length = request.headers['content-length']
  if (length) request.headers['x-stillframe-body-length'] = { value: length.value }
  return request
}
