import { expect, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { decodeImage } from '../../support/render/image.ts'
import { startOperationsFixture } from '../../support/render/operations.ts'
import { page } from '../../support/sites/fixture-server.ts'

const green = 'rgb(0, 200, 0)'
const words = '<p>The lamps of the harbour burn until the last boat is home, in winter and in summer.</p>'
const layer = 'position: fixed; inset: 0; z-index: 9; background: white'
const content = `<main style="background: ${green}; height: 3000px">${words}<a href=#>Read on</a></main>`
const html = (body: string, head = '') =>
  page(`<!doctype html><meta charset=utf-8><style>body { margin: 0 }${head}</style>${body}`)
const late = (ms: number, work: string) =>
  `<script>onload = () => setTimeout(() => { ${work} }, ${ms})</script>`

/** What shows the page after its progress screen has ended. */
const waits: Record<string, ReturnType<typeof page>> = {
  'a layer that is removed': html(
    `<div id=l style="${layer}">Loading…</div>${content}${late(600, 'l.remove()')}`,
  ),
  'a layer that fades out': html(
    `<div id=l style="${layer}"><svg width=40 height=40></svg></div>${content}${late(300, "l.style.transition = 'opacity .6s'; l.style.opacity = 0; setTimeout(() => l.remove(), 600)")}`,
  ),
  'a layer that is half gone already': html(
    `<div id=l style="${layer}; animation: out 2s linear forwards"></div>${content}`,
    '@keyframes out { from { opacity: .8 } to { opacity: 0; visibility: hidden } }',
  ),
  'a layer that a script fades out': html(
    `<div id=l style="${layer}">45 %</div>${content}${late(300, "let o = 1; const f = () => { l.style.opacity = o -= 0.03; if (o > 0) setTimeout(f, 16); else l.style.display = 'none' }; f()")}`,
  ),
  'two halves that slide apart': html(
    `<div id=l style="position: fixed; inset: 0; z-index: 9"><i></i><i></i></div>${content}${late(500, "l.className = 'open'; setTimeout(() => { l.style.visibility = 'hidden' }, 500)")}`,
    'i { position: fixed; top: 0; left: 0; width: 51%; height: 100%; background: white; transition: transform .4s } i + i { left: auto; right: 0 } .open i { transform: translateX(-100%) } .open i + i { transform: translateX(100%) }',
  ),
  'content that is transparent': html(
    `<div class=bar></div>${content}${late(600, "document.body.className = 'done'")}`,
    `.bar { position: fixed; top: 0; height: 2px; width: 30%; background: blue } body:not(.done) > :not(.bar) { opacity: 0 }`,
  ),
  'a hidden body': html(
    `${content}${late(600, "document.body.style.visibility = 'visible'")}`,
    'body { visibility: hidden }',
  ),
  'an application that begins with a spinner': html(
    `<div class=spinner style="${layer}">Please wait</div>${late(600, `document.body.innerHTML = \`${content}\``)}`,
  ),
  'an application that begins with nothing': html(
    `<div id=app></div>${late(600, `app.innerHTML = \`${content}\``)}`,
  ),
}

/** Pages that are no progress screens, for which nothing waits. */
const none: Record<string, ReturnType<typeof page>> = {
  'the backdrop of a dialog': html(
    `${content}<div style="${layer}; background: #000; opacity: .5"></div><div style="position: fixed; z-index: 10; inset: 30%">Sign in</div>`,
  ),
  'a translucent layer': html(`${content}<div style="${layer}; background: rgb(0 0 0 / 40%)"></div>`),
  'a wall with a button': html(`${content}<div style="${layer}">Are you 18? <button>Yes</button></div>`),
  'an application in a layer': html(`<div style="${layer}"><canvas width=1280 height=1080></canvas></div>`),
  'a layer with words': html(`${content}<div style="${layer}">${words}</div>`),
  'a page with few words': html(
    '<div style="position: fixed; inset: 0; background: white">Coming soon</div><script></script>',
  ),
  'an empty page': html(''),
  'a picture': html('<img width=40 height=40><script></script>'),
  'a colored page': html(`<body style="background: ${green}"><script></script>`),
  'hidden menus': html(
    `<nav style="opacity: 0">${words}</nav><p>The article begins here with enough words.</p><script></script>`,
  ),
}

const routes = (pages: Record<string, ReturnType<typeof page>>, prefix: string) =>
  Object.values(pages).map((route, index) => [`/${prefix}/${index}`, route] as const)

const fixture = await startOperationsFixture(
  Object.fromEntries([...routes(waits, 'waits'), ...routes(none, 'none')]),
)

const shoot = async (url: string, request: object = {}) => {
  const report = createRenderReport()
  const { body } = await fixture.render(operations.screenshot, { url, ...request }, { report })
  return { image: await decodeImage(body), report }
}

test.each(Object.keys(waits).map((name, index) => [name, index] as const))(
  '%s is waited for',
  async (_, index) => {
    const { image, report } = await shoot(`/waits/${index}`)
    expect(image.at(20, 280)).toEqual([0, 200, 0, 255])
    expect(report.waitsExpired).toEqual([])
  },
)

test.each([
  'a hidden body',
  'an application that begins with a spinner',
  'an application that begins with nothing',
])('the text of %s is waited for', async (name) => {
  const url = `/waits/${Object.keys(waits).indexOf(name)}`
  const { body } = await fixture.render(operations.scrape, { url, format: 'md' })
  expect(body.toString()).toContain('The lamps of the harbour')
})

test.each(Object.keys(none).map((name, index) => [name, index] as const))(
  '%s is not waited for',
  async (_, index) => {
    const { report } = await shoot(`/none/${index}`)
    expect(report.waitsExpired).toEqual([])
  },
)
