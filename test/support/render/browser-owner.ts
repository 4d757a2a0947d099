// A process that opens a page, says so with the browser's process id, and then waits to be ended.
import { parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createBrowserHost } from '../../../lib/render/browser/browser-host.ts'

const [assetsDir = '', temporaryDir = '', pageUrl = '', ending = ''] = process.argv.slice(2)

const host = createBrowserHost({
  assetsDir,
  temporaryDir,
  log: {
    info: (fields, message) => {
      if (message === 'browser launched') process.stdout.write(`${fields['processId']}\n`)
    },
    warn() {},
    error() {},
  },
})
const request = {
  egress: { policy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] } },
  gpuRendering: false,
  report: createRenderReport(),
  signal: new AbortController().signal,
}
await host.withPage(request, async ({ page }) => {
  await page.goto(pageUrl, { waitUntil: 'domcontentloaded' })
  process.stdout.write('open\n')
  if (ending === 'exit') process.exit(0)
  await new Promise(() => {})
})
