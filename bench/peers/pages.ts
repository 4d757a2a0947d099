import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { contentTypeOf } from '../../infra/site.ts'
import { buildOpenApi } from '../../lib/schema/openapi.ts'
import { createPhoto, photoCount } from '../screenshot/pages.ts'

const packages = join(import.meta.dirname, 'node_modules')

/** Pages from outside this project, except the gallery's markup and the description that Swagger UI shows. */
const sites = {
  minimal: 'html5-boilerplate/dist/index.html',
  landing: 'startbootstrap-agency/dist/index.html',
  article: 'startbootstrap-clean-blog/dist/post.html',
  gallery: 'bootstrap/gallery.html',
  dashboard: 'startbootstrap-sb-admin-2/index.html',
  application: 'swagger-ui-dist/index.html',
} as const

export type PeerPage = keyof typeof sites

export const peerPages = Object.keys(sites) as PeerPage[]

export interface PeerPageServer extends Disposable {
  url(page: PeerPage): string
}

/** Serves the packages in `bench/peers/node_modules` on a free port of 127.0.0.1. */
export const startPeerPages = async (): Promise<PeerPageServer> => {
  const photos = await Promise.all(Array.from({ length: photoCount }, (_, index) => createPhoto(index)))
  const description = Buffer.from(JSON.stringify(buildOpenApi('https://render.example')))
  const read = async (path: string): Promise<Buffer> => {
    const photo = /^\/photo\/(\d+)\.jpg$/.exec(path)
    if (photo) return photos[Number(photo[1]) % photoCount] as Buffer
    if (path === '/openapi.json') return description
    if (path === `/${sites.gallery}`) return Buffer.from(gallery)
    const content = await readFile(join(packages, normalize(path)))
    return isText(path) ? Buffer.from(withoutOtherHosts(content.toString())) : content
  }
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    try {
      const content = await read(path)
      const type = extname(path) === '.jpg' ? 'image/jpeg' : contentTypeOf(path)
      response.writeHead(200, { 'content-type': type, 'content-length': content.length }).end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (page) => `http://127.0.0.1:${port}/${sites[page]}`,
    [Symbol.dispose]: () => server.close(),
  }
}

const isText = (path: string) => /\/index\.html$|\/post\.html$|\/swagger-initializer\.js$/.test(path)

/** Takes scripts from the packages that they come from. What else is on other hosts (web fonts, one image) is left out. */
const withoutOtherHosts = (text: string) =>
  text
    .replaceAll('https://cdn.jsdelivr.net/npm/bootstrap@5.2.3/', '/bootstrap/')
    .replaceAll('https://use.fontawesome.com/releases/v6.3.0/', '/@fortawesome/fontawesome-free/')
    .replaceAll('https://petstore.swagger.io/v2/swagger.json', '/openapi.json')
    .replaceAll(/(<(?:link|script|img)\b[^>]*?)\s(?:href|src)="https:[^"]*"/g, '$1')

const card = (index: number) =>
  `<div class="col"><div class="card shadow-sm"><img class="card-img-top" src="/photo/${index}.jpg?${index}" alt=""><div class="card-body"><p class="card-text">Photograph ${index + 1}</p></div></div></div>`

/** After https://getbootstrap.com/docs/5.2/examples/album/, with 60 photographs. */
const gallery = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Album</title><link rel="stylesheet" href="/bootstrap/dist/css/bootstrap.min.css"></head><body><main class="container py-5"><h1>Album</h1><div class="row row-cols-5 g-3">${Array.from({ length: 60 }, (_, index) => card(index)).join('')}</div></main><script src="/bootstrap/dist/js/bootstrap.bundle.min.js"></script></body></html>`
