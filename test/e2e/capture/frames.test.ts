import { expect, test } from 'vitest'
import { startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { expectSameImage } from '../../support/render/expect-same-image.ts'
import { page as html, type Route } from '../../support/sites/fixture-server.ts'

const routes = {
  '/capture/parts':
    html(`<meta name="viewport" content="width=device-width"><body style="height: 3000px"><h1 style="position: sticky; top: 0">Text 文字 🙂</h1>
    <iframe sandbox srcdoc="<body style='background: linear-gradient(red, blue)'>"></iframe>
    <img src="/capture/none"><video controls></video><select><option>one</select><canvas></canvas>
    <div style="filter: blur(3px); transform: rotate(10deg); box-shadow: 0 0 9px; opacity: .5">layer</div>
    <script>document.querySelector('canvas').getContext('2d').fillRect(5, 5, 50.5, 50.5); scrollTo(0, 20)</script>`),
  // The page loads when the video has its controls, which take several frames to appear.
  '/capture/none': (_request, response) => {
    setTimeout(() => response.writeHead(404).end(), 200)
  },
} satisfies Record<string, Route>

const fixture = await startCaptureFixture(routes)

test.each([
  ['shades.html', {}],
  ['parts', {}],
  ['parts', { viewport: { width: 375, height: 667, isMobile: true, hasTouch: true } }],
  ['transparent.html', { omitBackground: true }],
] as const)(
  'the frame of %s with %j has the same pixels as a capture by the browser',
  async (path, changes) => {
    const { width, height } = { width: 800, height: 600, ...('viewport' in changes && changes.viewport) }
    const frame = await fixture.takeBytes(path, changes)
    const command = await fixture.takeBytes(path, {
      ...changes,
      clip: { x: 0, y: 'parts' === path ? 20 : 0, width, height },
    })
    expect([frame.report.captureMode, command.report.captureMode]).toEqual(['frame', 'command'])
    await expectSameImage(frame.body, command.body)
  },
)
