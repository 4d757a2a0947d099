// Viewer request of the site: appends index.html to the URL of a folder, which a private bucket does not do.
function handler(event) {
  const request = event.request
  const last = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (last === '') request.uri += 'index.html'
  else if (!last.includes('.')) request.uri += '/index.html'
  return request
}
