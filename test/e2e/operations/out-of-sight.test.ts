import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Action } from '../../../lib/schema/fields/actions.ts'
import { type OperationId, operations } from '../../../lib/schema/operations.ts'
import { type RenderRequest, startOperationsFixture } from '../../support/render/operations.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const observe = `
  const facts = {}
  const send = () => fetch('/facts', { method: 'POST', body: JSON.stringify(facts) })
  const isEach = (...names) => names.every((name) => name in facts)
  const watch = (name, element) =>
    new IntersectionObserver(([entry]) => { facts[name] = [entry.isIntersecting, Math.round(entry.intersectionRect.height)] }).observe(element)
  requestAnimationFrame(() => requestAnimationFrame(() => { facts.frames = true }))
  requestIdleCallback(() => { facts.idle = true })`

const inner = `<!doctype html><p id="text">inner</p><script>${observe}
  watch('text', document.querySelector('#text'))
  addEventListener('mousedown', ({ clientX, clientY, isTrusted }) => { facts.pressed = [clientX, clientY, isTrusted] })
  // The page around it says when.
  addEventListener('message', async () => {
    while (!isEach('frames', 'idle', 'text')) await new Promise(requestAnimationFrame)
    await send()
    parent.postMessage('sent', '*')
  })
</script>`

const outer = (innerUrl: string) => `<!doctype html>
<style>
  body { margin: 0; height: 4000px }
  #fixed { position: fixed; bottom: 0; height: 50px; width: 100% }
  #button { position: absolute; left: 200px; top: 150px; width: 100px; height: 40px }
  #hovered { position: absolute; left: 500px; top: 300px; width: 60px; height: 60px }
  #hovered:hover { color: rgb(1, 2, 3) }
  iframe { position: absolute; left: 30px; top: 400px; width: 300px; height: 100px }
  #below { position: absolute; top: 3000px; height: 100px }
  #canvas { position: absolute; left: 700px; top: 20px }
</style>
<div id="fixed">fixed</div><button id="button">press</button><div id="hovered">hover</div><div id="below">below</div>
<canvas id="canvas" width="50" height="50"></canvas><iframe src="${innerUrl}/inner"></iframe>
<script>${observe}
  const get = (id) => document.getElementById(id)
  for (const id of ['fixed', 'button', 'below']) watch(id, get(id))
  for (const type of ['mousedown', 'click'])
    get('button').addEventListener(type, ({ clientX, clientY, pageY, offsetX, isTrusted }) => {
      facts[type] = [clientX, clientY, pageY, offsetX, isTrusted]
    })
  get('hovered').addEventListener('mouseenter', ({ clientX, clientY, isTrusted }) => {
    facts.hovered = [clientX, clientY, isTrusted, getComputedStyle(get('hovered')).color]
  })
  const report = async () => {
    facts.window = [innerWidth, innerHeight, devicePixelRatio, visualViewport.scale, visualViewport.offsetTop, visualViewport.pageTop]
    facts.scrolled = [scrollX, scrollY, get('button').getBoundingClientRect().top, document.elementFromPoint(20, innerHeight - 10)?.id]
    const sent = new Promise((resolve) => addEventListener('message', ({ data }) => data === 'sent' && resolve()))
    document.querySelector('iframe').contentWindow.postMessage('report', '*')
    await Promise.all([sent, send()])
  }
  new PerformanceObserver((list) => { facts.painted = list.getEntries().length > 0 }).observe({ type: 'largest-contentful-paint', buffered: true })
  const image = new Image()
  image.src = '/logo.svg'
  image.decode().then(() => { facts.decoded = true })
  // During a transition nothing but its own layer is hit, so it begins after the last action.
  const replace = () =>
    document.startViewTransition(() => {}).finished.then(() => { facts.replaced = true })
  addEventListener('scroll', () => setTimeout(replace, 100), { once: true })
  const draw = 'onmessage = ({ data }) => { const draw = () => { data.getContext("2d").fillRect(0, 0, 9, 9); postMessage(0); requestAnimationFrame(draw) }; draw() }'
  const worker = new Worker(URL.createObjectURL(new Blob([draw])))
  let drawn = 0
  worker.onmessage = () => { if (++drawn > 3) facts.drawnByWorker = true }
  const canvas = get('canvas').transferControlToOffscreen()
  worker.postMessage(canvas, [canvas])
</script>`

let facts: { outer: unknown; inner: unknown } = { outer: undefined, inner: undefined }
const keep =
  (name: 'outer' | 'inner') =>
  async (request: AsyncIterable<Buffer>, response: { writeHead(status: number): { end(): void } }) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    facts[name] = JSON.parse(Buffer.concat(chunks).toString())
    response.writeHead(204).end()
  }

const other = await startFixtureServer({ '/inner': page(inner), '/facts': keep('inner') })
const fixture = await startOperationsFixture({
  '/outer': page(outer(other.url)),
  '/facts': keep('outer'),
  '/logo.svg': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>',
    )
  },
})
afterAll(() => other.close())
beforeEach(() => {
  facts = { outer: undefined, inner: undefined }
})

const known = ['frames', 'idle', 'painted', 'decoded', 'drawnByWorker', 'fixed', 'button', 'below']

/** Waits until the page knows all of this, however long it takes, and lets it and its frame report. */
const report = (names: string[]): Action[] => [
  { action: 'wait', expression: `isEach(${names.map((name) => `'${name}'`)})` },
  { action: 'evaluate', script: 'await report()' },
]

const renders: [OperationId, RenderRequest][] = [
  ['screenshot', {}],
  ['scrape', { format: 'html' }],
  ['pdf', {}],
]

test.each(renders)('%s: a page is used as if it was seen', async (id, request) => {
  await fixture.render(operations[id], {
    url: '/outer',
    viewport_width: 1000,
    viewport_height: 600,
    actions: [
      { action: 'click', selector: '#button' },
      { action: 'hover', selector: '#hovered' },
      { action: 'click', selector: 'iframe' },
      { action: 'scroll', to: 100 },
      ...report([...known, 'hovered', 'replaced']),
    ],
    ...request,
  })
  expect(facts).toEqual({
    outer: {
      frames: true,
      idle: true,
      painted: true,
      decoded: true,
      replaced: true,
      drawnByWorker: true,
      fixed: [true, 50],
      button: [true, 40],
      below: [false, 0],
      mousedown: [250, 170, 170, 48, true],
      click: [250, 170, 170, 48, true],
      hovered: [530, 330, true, 'rgb(1, 2, 3)'],
      window: [1000, 600, 1, 1, 0, 100],
      scrolled: [0, 100, 50, 'fixed'],
    },
    inner: { frames: true, idle: true, text: [true, 18], pressed: [150, 50, true] },
  })
})

test('a page is used as if it was seen on a phone', async () => {
  const phone = {
    url: '/outer',
    viewport_width: 390,
    viewport_height: 700,
    viewport_mobile: true,
    viewport_has_touch: true,
    device_scale_factor: 2,
    actions: [{ action: 'click', selector: '#button' }, ...report([...known, 'click'])],
  }
  const found: unknown[] = []
  for (const [id, request] of renders) {
    await fixture.render(operations[id], { ...phone, ...request })
    found.push(facts)
  }
  expect(found[0]).toMatchObject({
    outer: {
      click: [249, 170, 170, 48, true],
      window: [980, expect.any(Number), 2, expect.any(Number), 0, 0],
    },
  })
  expect(found[1]).toEqual(found[0])
  expect(found[2]).toEqual(found[0])
})
