import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '../../test/support/sites/fixture-server.ts'

/** A page that people would watch, with what makes such pages differ between two visits. */
export interface WatchedPage {
  name: string
  /** @param visit from 1 */
  html(visit: number): string
  /** Parameters of the screenshot besides those of all pages. */
  options?: Record<string, unknown>
  /** What a user would ignore. */
  ignored?: string[]
}

const style = `<style>
  body { margin: 0; font: 16px/1.5 'Open Sans', sans-serif; color: #222; background: #fff }
  main { max-width: 900px; margin: 0 auto; padding: 24px } .card { border: 1px solid #ccc; border-radius: 8px; padding: 16px; margin: 12px 0 }
  .row { display: flex; gap: 16px } .row > * { flex: 1 } nav { background: #234; color: #fff; padding: 12px 24px }
</style>`

const words =
  'the quick brown fox jumps over a lazy dog while seven wizards brew strong coffee and read old maps'.split(
    ' ',
  )

/** The same text for the same seed. */
export const prose = (seed: number, count: number): string =>
  Array.from(
    { length: count },
    (_, index) => words[(seed * 7 + index * (3 + (seed % 5))) % words.length],
  ).join(' ')

export const article = (paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, index) => `<p>${prose(index + 1, 45)}.</p>`).join('')

const wrap = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Watched</title>${style}</head><body><nav>Shop News Contact</nav><main>${body}</main></body></html>`

/** Different in every visit. */
const color = (visit: number) => `hsl(${(visit * 137) % 360} 90% 50%)`

export const watchedPages: readonly WatchedPage[] = [
  { name: 'article', html: () => wrap(`<h1>Article</h1>${article(6)}`) },
  {
    name: 'long article, full page',
    html: () => wrap(`<h1>Article</h1>${article(60)}`),
    options: { full_page: true },
  },
  {
    name: 'web fonts',
    html: (visit) =>
      wrap(
        `<style>@font-face { font-family: Late; src: url('/font.woff2?${visit}') }</style><h1 style="font-family:Late">Late font</h1><p style="font:28px Late">${prose(3, 60)}</p>`,
      ),
  },
  {
    name: 'lazy images',
    html: (visit) =>
      wrap(
        `<h1>Gallery</h1>${Array.from({ length: 8 }, (_, index) => `<p>${prose(index, 20)}</p><img loading="lazy" width="600" height="300" src="/photo.svg?${index}&${visit}">`).join('')}`,
      ),
    options: { full_page: true },
  },
  {
    name: 'slow images',
    html: (visit) =>
      wrap(
        `<h1>Photos</h1><div class="row"><img width="260" src="/slow.svg?1&${visit}"><img width="260" src="/slow.svg?2&${visit}"></div>${article(3)}`,
      ),
  },
  {
    name: 'carousel',
    html: (visit) =>
      wrap(
        `<div id="carousel" style="height:240px;color:#fff;font-size:60px"></div>${article(4)}<script>
        let n = ${visit}; const show = () => { n++; carousel.textContent = 'Slide ' + n % 3; carousel.style.background = ['#c33','#3c3','#33c'][n % 3] }
        show(); setInterval(show, 400)</script>`,
      ),
    ignored: ['#carousel'],
  },
  {
    name: 'clock',
    html: () =>
      wrap(
        `<div id="clock" style="float:right"></div><h1>Station</h1>${article(4)}<script>
        const tick = () => { clock.textContent = new Date().toISOString(); requestAnimationFrame(tick) }; tick()</script>`,
      ),
    ignored: ['#clock'],
  },
  {
    name: 'ad slot that changes its width',
    html: (visit) =>
      wrap(
        `<h1>News</h1><div style="height:120px"><div class="ad" style="width:${300 + (visit % 4) * 150}px;height:${60 + (visit % 3) * 30}px;background:${color(visit)}">Ad ${visit}</div></div>${article(4)}`,
      ),
    ignored: ['.ad'],
  },
  {
    name: 'ad that floats to another place',
    html: (visit) =>
      wrap(
        `<h1>News</h1>${article(5)}<aside class="ad" style="position:fixed;right:${(visit * 53) % 400}px;bottom:${(visit * 31) % 200}px;width:160px;height:120px;background:${color(visit)}">Ad</aside>`,
      ),
    ignored: ['.ad'],
  },
  {
    name: 'counter of visitors',
    html: (visit) =>
      wrap(`<h1>Welcome</h1><p>You are visitor <b class="count">${visit * 7919}</b></p>${article(4)}`),
    ignored: ['.count'],
  },
  {
    name: 'relative times',
    html: (visit) =>
      wrap(
        `<h1>Comments</h1>${[1, 2, 3, 4].map((n) => `<div class="card"><time>${visit * n} minutes ago</time><p>${prose(n, 20)}</p></div>`).join('')}`,
      ),
    ignored: ['time'],
  },
  {
    name: 'fade in',
    html: () =>
      wrap(
        `<style>@keyframes in { from { opacity: 0; transform: translateY(40px) } } .card { animation: in 700ms ease-out both }</style><h1>Cards</h1>${[1, 2, 3].map((n) => `<div class="card">${prose(n, 40)}</div>`).join('')}`,
      ),
  },
  {
    name: 'spinner',
    html: () =>
      wrap(
        `<style>@keyframes turn { to { transform: rotate(1turn) } } #spinner { width: 40px; height: 40px; border: 6px solid #ccc; border-top-color: #c00; border-radius: 50%; animation: turn 1s linear infinite; margin: 10px }</style><h1>Loading</h1><div id="spinner-box" style="width:80px;height:80px"><div id="spinner"></div></div>${article(4)}`,
      ),
    ignored: ['#spinner-box'],
  },
  {
    name: 'content that arrives late',
    html: () =>
      wrap(
        `<h1>Prices</h1><div id="late" class="card">Loading</div>${article(3)}<script>
        fetch('/late.json').then((response) => response.json()).then(({ text }) => { late.textContent = text })</script>`,
      ),
    options: { wait_until: ['networkidle0'] },
  },
  {
    name: 'focused field',
    html: () =>
      wrap(
        `<h1>Search</h1><input autofocus style="font-size:30px;width:500px" value="query"><textarea rows="4" cols="60">${prose(2, 20)}</textarea>${article(3)}`,
      ),
  },
  {
    name: 'animated chart',
    html: () =>
      wrap(
        `<h1>Chart</h1><canvas id="chart" width="800" height="300"></canvas>${article(2)}<script>
        const context = chart.getContext('2d'), begin = new Date()
        const draw = () => { const share = Math.min(1, (new Date() - begin) / 600); context.clearRect(0, 0, 800, 300)
          for (let i = 0; i < 20; i++) { context.fillStyle = 'hsl(' + i * 18 + ' 70% 50%)'; const h = share * (40 + (i * 53) % 240); context.fillRect(i * 40, 300 - h, 30, h) }
          if (share < 1) requestAnimationFrame(draw) }
        draw()</script>`,
      ),
  },
  {
    name: 'gradients and shadows',
    html: () =>
      wrap(
        `<style>.card { background: linear-gradient(37deg, #fce, #cef 40%, #efc); box-shadow: 0 6px 24px #0006; transform: rotate(0.6deg) } svg { width: 300px }</style><h1>Drawn</h1>${[1, 2, 3].map((n) => `<div class="card">${prose(n, 30)}<svg viewBox="0 0 100 60"><circle cx="${n * 20}" cy="30" r="22.3" fill="#3698" stroke="#136"/><path d="M2 58 Q 40 ${n * 9} 98 4" fill="none" stroke="#933"/></svg></div>`).join('')}`,
      ),
  },
  {
    name: 'languages and emoji',
    html: () =>
      wrap(
        '<h1>مرحبا 世界 नमस्ते</h1><p style="font-size:28px">你好，世界。 こんにちは世界 안녕하세요 שלום Привет 👋🏽🌍🎉🏳️‍🌈</p><p>√2 ≈ 1.41421 ∑ ∫ ≠ ≤</p>',
      ),
  },
  {
    name: 'tokens that are not visible',
    html: (visit) =>
      wrap(
        `<form data-token="${visit * 104729}"><input type="hidden" value="${visit}"><h1>Sign in</h1><input placeholder="Name"></form>${article(4)}<script nonce="${visit}">window.visit = ${visit}</script><!-- rendered in ${visit} ms -->`,
      ),
  },
  {
    name: 'frame and sticky header',
    html: () =>
      wrap(
        `<header style="position:sticky;top:0;background:#fffc;padding:8px">Sticky</header><iframe src="/frame" width="600" height="160"></iframe>${article(20)}`,
      ),
    options: { full_page: true },
  },
]

const svg = (seed: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="hsl(${seed * 47} 60% 70%)"/><circle cx="${100 + seed * 40}" cy="150" r="90" fill="hsl(${seed * 91} 60% 40%)"/></svg>`

const fontPath = join(
  import.meta.dirname,
  '../../node_modules/@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf',
)

/** What the pages load. Some of it takes a different time in every visit. */
export const createWatchedRoutes = (): Record<string, Route> => {
  const font = readFileSync(fontPath)
  let requests = 0
  const later = (work: () => void) => {
    requests += 1
    setTimeout(work, (requests * 37) % 180)
  }
  const image: Route = (_request, response, url) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end(svg(Number(url.search.slice(1).split('&')[0])))
  }
  return {
    '/photo.svg': image,
    '/slow.svg': (...call) => later(() => image(...call)),
    '/font.woff2': (_request, response) =>
      later(() => void response.writeHead(200, { 'content-type': 'font/ttf' }).end(font)),
    '/late.json': (_request, response) =>
      later(
        () =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"text":"Now 42.00 EUR"}'),
      ),
    '/frame': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${prose(9, 60)}</p>`),
    ...Object.fromEntries(
      watchedPages.map(({ html }, index): [string, Route] => {
        let visits = 0
        return [
          `/page-${index}`,
          (_request, response) => {
            visits += 1
            response.writeHead(200, { 'content-type': 'text/html' })
            response.end(html(visits))
          },
        ]
      }),
    ),
  }
}
