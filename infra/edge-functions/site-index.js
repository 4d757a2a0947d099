// Viewer request of the site. README.md describes it: comments count towards the 10 KB that a function may have.
const dashboard = '/dashboard/index.html'

function fileOf(uri) {
  if (assetPattern.test(uri.slice(1))) return uri
  const file = [uri, `${uri}index.html`, `${uri}/index.html`, `${uri}.html`].find((path) =>
    siteFiles.includes(path),
  )
  if (file) return file
  if (uri.endsWith('.md') && siteFiles.includes(`${uri.slice(0, -3)}.html`)) return uri
  return uri.startsWith('/dashboard/') && !uri.includes('.') && siteFiles.includes(dashboard)
    ? dashboard
    : undefined
}

function redirectTo(path) {
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: { location: { value: path } },
    body: '',
  }
}

function text(type, lines) {
  return {
    statusCode: 200,
    statusDescription: 'OK',
    headers: {
      'content-type': { value: `${type}; charset=utf-8` },
      'cache-control': { value: 'no-cache' },
      'x-content-type-options': { value: 'nosniff' },
    },
    body: `${lines.join('\n')}\n`,
  }
}

function textForCrawlers(request) {
  const host = request.headers.host ? request.headers.host.value : ''
  if (!/^[\w.:[\]-]+$/.test(host)) return undefined
  // Only the local service has a port, and no TLS.
  const origin = `${host.includes(':') ? 'http' : 'https'}://${host}`
  if (request.uri === '/robots.txt')
    return text('text/plain', [
      'User-agent: *',
      'Disallow: /dashboard',
      'Disallow: /v1/',
      'Disallow: /cache/',
      `Sitemap: ${origin}/sitemap.xml`,
    ])
  if (request.uri !== '/sitemap.xml') return undefined
  const pages = siteFiles
    .filter((path) => path.endsWith('.html') && !path.startsWith('/dashboard/') && path !== '/404.html')
    .map((path) => path.replace(/(?:index)?\.html$/, ''))
  return text('application/xml', [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
  ])
}

function handler(event) {
  const crawled = textForCrawlers(event.request)
  if (crawled) return crawled
  const uri = event.request.uri
  const file = fileOf(uri)
  if (file === `${uri}/index.html` && file !== dashboard) return redirectTo(`${uri}/`)
  if (file) {
    event.request.uri = file
    return event.request
  }
  const page = uri.slice(0, -1)
  if (uri.endsWith('/') && siteFiles.includes(`${page}.html`)) return redirectTo(page)
  const accept = event.request.headers.accept || { value: '' }
  return accept.value.includes('text/html') ? notFoundPage : refusal(event.context.requestId)
}
