// Crashes renderers and browsers in turn, and prints as JSON how many browsers it launched and which of their processes are left. Its
// arguments: the temporary directory, and the number of crashes.
import { silentLogger } from '../../../lib/base/logger.ts'
import { parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createBrowserHost } from '../../../lib/render/browser/browser-host.ts'
import { groupMembers } from '../../../lib/render/browser/process-group.ts'
import { assetsDir } from '../render/shared-browser.ts'

const [temporaryDir = '', crashes = ''] = process.argv.slice(2)
const launched: number[] = []
const info = (fields: Readonly<Record<string, unknown>>, message: string) => {
  if (message === 'browser launched') launched.push(Number(fields['processId']))
}
const host = createBrowserHost({ assetsDir, temporaryDir, log: { ...silentLogger, info } })
const report = createRenderReport()
const expected = new Set(['page_crashed', 'browser_lost'])

for (let index = 0; index < Number(crashes); index++) {
  const request = {
    egress: { policy: { allow: parseEgressAllow(''), serviceHosts: [] } },
    gpuRendering: index % 4 > 1,
    report,
    signal: AbortSignal.timeout(60_000),
  }
  const render = host.withPage(request, async ({ page, cdp }) => {
    await page.setContent('<p>Text')
    await cdp.send(index % 2 === 0 ? 'Page.crash' : 'Browser.crash').catch(() => {})
    await new Promise(() => {})
  })
  await render.catch((error: { code?: string }) => {
    if (!expected.has(error.code ?? '')) throw error
  })
}
await host.close()
const left = launched.flatMap((browser) => groupMembers(browser))
process.stdout.write(JSON.stringify({ isolation: report.isolation, launched: launched.length, left }))
process.exit(0)
