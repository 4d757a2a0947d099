// Discards browsers in use, and prints how many zombies they left. Runs where no process reaps orphans. Its argument: how many browsers.
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { silentLogger } from '../../../lib/base/logger.ts'
import { parseEgressAllow } from '../../../lib/core/network/egress-allow.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createBrowserHost } from '../../../lib/render/browser/browser-host.ts'
import { assetsDir } from '../render/shared-browser.ts'
import { scaleLimits } from '../scale-limits.ts'

const host = createBrowserHost({ assetsDir, temporaryDir: tmpdir(), log: silentLogger })
const egress = { policy: { allow: parseEgressAllow(''), serviceHosts: [] } }
const browsers = Number(process.argv[2])
// On a busy machine the children of a browser need longer to react to SIGTERM.
using _limits = scaleLimits(20, 'browser')
for (let index = 0; index < browsers; index++) {
  const deadline = new AbortController()
  const request = { egress, gpuRendering: false, report: createRenderReport(), signal: deadline.signal }
  const ended = new Error('The render is over.')
  const render = host.withPage(request, async ({ page }) => {
    await page.setContent('<p>page')
    deadline.abort(ended)
    await new Promise(() => {})
  })
  await render.catch((error: unknown) => {
    if (error !== ended) throw error
  })
}
const states = readdirSync('/proc')
  .filter((name) => /^\d+$/.test(name))
  .map((pid) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0])
process.stdout.write(`${states.filter((state) => state === 'Z').length}\n`)
process.exit(0)
