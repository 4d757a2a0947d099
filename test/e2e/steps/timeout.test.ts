import { describe, expect, test } from 'vitest'
import type { ScreenshotPlan } from '../../../lib/core/plan/render-plan.ts'
import { startRenderFixture } from '../../support/render/render.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page } from '../../support/sites/fixture-server.ts'

/*
 * `on_timeout=capture`: a page of which something never arrives is rendered as it is. Each render waits for its timeout of one second.
 */

const green =
  '<style>body { background: rgb(0, 128, 0) } h1 { background: red; height: 40px; font-size: 0 }</style>'

const fixture = await startRenderFixture({
  '/never': () => {},
  '/never.js': () => {},
  '/never.css': () => {},
  '/script': page(`<!doctype html>${green}<h1>Drawn</h1><script src="/never.js"></script><p>Never parsed`),
  '/style': page(
    `<!doctype html><link rel="stylesheet" href="/never.css">${green}<body><h1>Drawn</h1><script>document.title = 1</script>`,
  ),
  '/head': page('<!doctype html><head><script src="/never.js"></script></head><h1>Never parsed</h1>'),
  '/unended': (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .write(`<!doctype html>${green}<h1>Drawn</h1>`.padEnd(4096)),
  '/still': page(`<!doctype html>${green}<h1>Drawn</h1>`),
  '/busy': page(`<!doctype html>${green}<h1>Drawn</h1><script>for (;;);</script>`),
})

const capture = async (path: string, overrides: Partial<ScreenshotPlan> = {}) => {
  // A busy machine has time for the capture after `timeout`, and what never arrives is not awaited again.
  using _more = scaleLimits(path === '/busy' ? 0.3 : 4, 'reserve', 'page', 'capture')
  using _less = scaleLimits(0.3, 'ready')
  return await fixture.shoot(path, { timeoutMs: 1000, isCapturedOnTimeout: true, ...overrides })
}

const wait = (expression: string) => ({ action: 'wait', expression }) as const

describe('a page that was drawn when `timeout` was over', () => {
  test.each<[string, string, string, Partial<ScreenshotPlan>]>([
    ['a script that hangs', '/script', 'wait_until', {}],
    ['a style sheet that hangs before a script', '/style', 'wait_until', {}],
    ['a document that does not end', '/unended', 'wait_until', {}],
    [
      'no such element, without scripts',
      '/still',
      'wait_for_selector',
      { waitForSelector: '#none', scriptsDisabled: true },
    ],
    ['an action that waits', '/still', 'actions', { actions: [wait('window.done')] }],
  ])('is captured: %s', async (_kind, path, parameter, overrides) => {
    const { image, report } = await capture(path, overrides)
    expect(image.at(390, 290)).toEqual([0, 128, 0, 255])
    expect(image.at(12, 40)).toEqual([255, 0, 0, 255])
    expect(report.timeout).toBe(parameter)
    expect(report.waitsExpired).toContain(parameter)
  })

  test('names the first of several waits', async () => {
    const { report } = await capture('/still', { waitForSelector: '#none', waitForFunction: 'window.done' })
    expect(report.timeout).toBe('wait_for_selector')
    expect(report.waitsExpired).toEqual(expect.arrayContaining(['wait_for_selector', 'wait_for_function']))
  })
})

test.each([
  ['that did not respond', '/never'],
  ['without a body', '/head'],
  ['that keeps the browser busy', '/busy'],
])('a page %s fails', async (_kind, path) => {
  await expect(capture(path)).rejects.toMatchObject({ statusCode: 400, code: 'page_timeout' })
})

test('a page that is in time is no different', async () => {
  const { report } = await capture('/still', { waitForSelector: 'h1' })
  expect(report).not.toHaveProperty('timeout')
})
