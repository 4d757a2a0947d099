// Viewer request of the site. A URL of a folder is that of its index.html, because a private bucket has no index documents. Every other
// unknown path returns 404 here, so requests of scanners reach no origin.
// infra/edge-constants.ts prepends the constants `siteFiles` and `notFoundBody` to this code.
function handler(event) {
  const uri = event.request.uri
  const file = [uri, `${uri}index.html`, `${uri}/index.html`].find((path) => siteFiles.includes(path))
  if (file) {
    event.request.uri = file
    return event.request
  }
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
