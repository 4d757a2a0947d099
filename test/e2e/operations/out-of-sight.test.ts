import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Action } from '../../../lib/schema/fields/actions.ts'
import { type OperationId, operations } from '../../../lib/schema/operations.ts'
import { readFixture } from '../../support/read-cases.ts'
import { type RenderRequest, startOperationsFixture } from '../../support/render/operations.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

let facts: { outer: unknown; inner: unknown } = { outer: undefined, inner: undefined }
const keep =
  (name: 'outer' | 'inner') =>
  async (request: AsyncIterable<Buffer>, response: { writeHead(status: number): { end(): void } }) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    facts[name] = JSON.parse(Buffer.concat(chunks).toString())
    response.writeHead(204).end()
  }

const other = await startFixtureServer({ '/facts': keep('inner') })
const fixture = await startOperationsFixture({
  '/outer': page(readFixture('operations/out-of-sight.html').replace('INNER_URL', other.url)),
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

/** The browser no longer reports a largest paint after the first input. */
const isPainted: Action = { action: 'evaluate', script: "await knows('painted')" }

/** Waits until the page knows all of this, and lets it and its frame report. */
const report = (names: string[]): Action => ({
  action: 'evaluate',
  script: `await knows(${names.map((name) => `'${name}'`)}); await report()`,
})

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
      isPainted,
      { action: 'click', selector: '#button' },
      { action: 'hover', selector: '#hovered' },
      { action: 'click', selector: 'iframe' },
      { action: 'scroll', to: 100 },
      report([...known, 'hovered', 'replaced']),
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
    actions: [isPainted, { action: 'click', selector: '#button' }, report([...known, 'click'])],
  }
  await fixture.render(operations.screenshot, phone)
  expect(facts).toMatchObject({
    outer: {
      click: [249, 170, 170, 48, true],
      window: [980, expect.any(Number), 2, expect.any(Number), 0, 0],
    },
  })
})
