import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/** Five pages of realistic size, with the same bytes in every run. */
export const pageNames = ['minimal', 'article', 'gallery', 'application', 'long'] as const

export interface PageServer {
  url: (name: (typeof pageNames)[number]) => string
  close(): void
}

/** Serves the pages on a free port of 127.0.0.1. */
export const startPageServer = async (): Promise<PageServer> => {
  const photos = await Promise.all(Array.from({ length: photoCount }, (_, index) => createPhoto(index)))
  const pages: Record<string, string> = {
    minimal,
    article: article(),
    gallery: gallery(),
    application,
    long: long(),
  }
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1)
    const photo = /^photo\/(\d+)\.jpg/.exec(name)
    if (photo)
      return response
        .writeHead(200, { 'content-type': 'image/jpeg' })
        .end(photos[Number(photo[1]) % photoCount])
    const html = pages[name]
    if (html === undefined) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: (name) => `http://127.0.0.1:${port(server)}/${name}`, close: () => server.close() }
}

const port = (server: Server) => (server.address() as AddressInfo).port

export const photoCount = 12

/** Returns a JPEG of about 40 KB. Noise over a gradient compresses like a photograph. */
export const createPhoto = (index: number) => {
  const [width, height] = [480, 320]
  const pixels = Buffer.alloc(width * height * 3)
  let seed = index * 7919 + 1
  for (let i = 0; i < pixels.length; i++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    pixels[i] = (i / width / 3 / height) * 160 + ((index * 20) % 60) + (seed % 36)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 78 })
    .toBuffer()
}

const head = (title: string, css: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>body{margin:0;font:16px/1.6 Georgia,serif}main{max-width:860px;margin:0 auto;padding:32px}${css}</style></head>`

const minimal = `${head('Minimal', '')}<body><main><h1>Hello</h1><p>One paragraph.</p></main></body></html>`

const sentence =
  'The tide had turned by the time the keeper wrote the last line of the log, and the lamp was already lit.'

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, i) => `<p>${i + 1}. ${`${sentence} `.repeat(3 + (i % 4))}</p>`).join('')

const article = () =>
  `${head('Article', 'h2{font:700 24px Arial}code{background:#eee}figure{margin:24px 0}img{max-width:100%}')}<body><main><h1>An article</h1>${Array.from({ length: 8 }, (_, i) => `<h2>Part ${i + 1}</h2>${paragraphs(9)}<figure><img src="/photo/${i}.jpg" width="480" height="320"></figure><pre><code>const light = ${i}</code></pre>`).join('')}</main></body></html>`

const gallery = () =>
  `${head('Gallery', '.grid{display:grid;grid-template-columns:repeat(5,1fr);gap:8px}img{width:100%;border-radius:6px;box-shadow:0 2px 6px #0003}')}<body><main style="max-width:none"><div class="grid">${Array.from({ length: 60 }, (_, i) => `<img src="/photo/${i}.jpg?${i}">`).join('')}</div></main></body></html>`

const application = `${head('Application', '.bar{height:48px;background:linear-gradient(90deg,#223,#446)}.cards{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;padding:12px}.card{border:1px solid #ccd;border-radius:8px;padding:12px;font:14px Arial}.spin{width:24px;height:24px;border:3px solid #46f;border-top-color:transparent;border-radius:50%;animation:s 1s linear infinite}@keyframes s{to{rotate:1turn}}')}<body><div class="bar"></div><canvas width="1200" height="300"></canvas><div class="cards"></div><script>
const cards=document.querySelector('.cards');for(let i=0;i<120;i++){const c=document.createElement('div');c.className='card';c.innerHTML='<b>Metric '+i+'</b><div class="spin"></div><p>'+(i*7919%997)+' requests</p>';cards.append(c)}
const g=document.querySelector('canvas').getContext('2d');let t=0;(function draw(){g.clearRect(0,0,1200,300);g.beginPath();for(let x=0;x<1200;x+=4)g.lineTo(x,150+120*Math.sin(x/60+t)*Math.cos(x/190));g.strokeStyle='#46f';g.lineWidth=2;g.stroke();t+=.05;requestAnimationFrame(draw)})()
</script></body></html>`

const long = () =>
  `${head('Long', 'section{height:1000px;padding:24px;box-sizing:border-box}')}<body>${Array.from({ length: 20 }, (_, i) => `<section style="background:hsl(${i * 18} 40% 92%)"><h2>Section ${i + 1}</h2>${paragraphs(4)}<img loading="lazy" src="/photo/${i}.jpg?long" width="480" height="320"></section>`).join('')}</body></html>`
