// Renders the fixture page with every script and writes the image: `node render-scripts.ts <image.png>`. Also opens a page
// with TLS, because checking a certificate requires libraries that nothing else uses.
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createBrowserHost } from '../../../lib/render/browser/browser-host.ts'
import { startFixtureServer } from '../sites/fixture-server.ts'
import { startTlsSite } from '../sites/tls-site.ts'
import { capturePage } from './capture-page.ts'

const [imagePath = ''] = process.argv.slice(2)

const say = (fields: object, message: string) =>
  process.stdout.write(`${message} ${JSON.stringify(fields)}\n`)

const site = await startFixtureServer()
await using tlsSite = await startTlsSite()
await using host = createBrowserHost({
  assetsDir: fileURLToPath(new URL('../../../generated/', import.meta.url)),
  temporaryDir: tmpdir(),
  log: { info: say, warn: say, error: say },
})
const egress = { policy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] } }
const report = createRenderReport()
const image = await host.withPage(
  { egress, gpuRendering: false, report, signal: AbortSignal.timeout(60_000) },
  async ({ page, cdp }) => {
    await page.setViewport({ width: 800, height: 1600 })
    await page.goto(`${site.url}/browser/scripts.html`)
    const image = await capturePage(cdp)
    await cdp.send('Security.setIgnoreCertificateErrors', { ignore: true })
    await page.goto(tlsSite.url)
    if ((await page.title()) !== 'secure') throw new Error('The page with TLS did not load.')
    return image
  },
)
await writeFile(imagePath, image)
await site.close()
say(report.phasesMs, 'rendered')
