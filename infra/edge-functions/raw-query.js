// Viewer request of /v1/*. API Gateway splits a query string at a raw `;` and refuses raw `{`, `}` and `|`, but browsers and curl send
// them (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html), so they are percent-encoded here.
// A signature covers the query string as sent, but API Gateway's events contain only the parsed parameters. It is copied only for
// signed requests, because request line and headers must fit in the 10,240 bytes that API Gateway accepts.
// infra/edge-constants.ts prepends the constant `clientAddressHeader` and the function `refusal` to this code.

/** Whether the escapes of a parameter are the UTF-8 of letters. A percent sign that escapes nothing stays as it is. */
function isUtf8(parameter) {
  const runs = parameter.match(/(?:%[89a-f][0-9a-f])+/gi) || []
  return runs.every((run) => {
    try {
      decodeURIComponent(run)
      return true
    } catch (_error) {
      return false
    }
  })
}

function handler(event) {
  const request = event.request
  const rawQuery = request.rawQueryString()
  // Replaces a value that a client sent under this name.
  delete request.headers['x-stillframe-raw-query']
  delete request.headers['x-stillframe-not-utf8']
  if (rawQuery) {
    const encoded = rawQuery.replace(
      /[;{}|\\^`"<>]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    if (encoded !== rawQuery) request.querystring = encoded
    // API Gateway replaces these bytes, and another page would be rendered. The service names the parameter.
    const malformed = rawQuery.split('&').find((parameter) => !isUtf8(parameter))
    if (malformed !== undefined)
      request.headers['x-stillframe-not-utf8'] = { value: malformed.split('=')[0].slice(0, 60) }
    if (/(^|&)signature/.test(rawQuery)) {
      if (rawQuery.length + encoded.length > 8000) return refusal(event.context.requestId)
      request.headers['x-stillframe-raw-query'] = { value: rawQuery }
    }
  }
  // A client would decide what X-Ray samples.
  delete request.headers['x-amzn-trace-id']
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
