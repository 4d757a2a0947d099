// Viewer request of the site: a folder's address means its index.html, which a private bucket does not find by itself.
function handler(event) {
  const request = event.request
  const last = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (last === '') request.uri += 'index.html'
  else if (!last.includes('.')) request.uri += '/index.html'
  return request
}
