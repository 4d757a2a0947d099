// Viewer request of /cache/*, before CloudFront's own cache: a result's name contains the Unix second at which it expires.
// infra/edge-constants.ts prepends the constant `namePattern` and the function `refusal` to this code.
function handler(event) {
  const match = namePattern.exec(event.request.uri.slice('/cache/'.length))
  if (match && Number.parseInt(match[1], 16) * 1000 > Date.now()) return event.request
  return refusal(event.context.requestId)
}
