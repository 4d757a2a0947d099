// Viewer request of the site. A URL of a folder is that of its index.html, because a private bucket has no index documents. Every other
// unknown path returns 404 here, so requests of scanners reach no origin.
// infra/edge-constants.ts prepends the constant `siteFiles` and the function `refusal` to this code.
function handler(event) {
  const uri = event.request.uri
  const file = [uri, `${uri}index.html`, `${uri}/index.html`].find((path) => siteFiles.includes(path))
  if (file) {
    event.request.uri = file
    return event.request
  }
  return refusal(event.context.requestId)
}
