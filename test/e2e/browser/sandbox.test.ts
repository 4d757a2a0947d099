import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createBrowserHost } from '../../../lib/render/browser/browser-host.ts'
import { descendantsOf } from '../../../local/lambda/process-tree.ts'
import { localEgress } from '../../support/render/browser-fixture.ts'
import { assetsDir } from '../../support/render/shared-browser.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const request = { egress: localEgress, gpuRendering: false, signal: AbortSignal.timeout(200_000) }

/** Starts a host, and collects its log lines. */
const startHost = (settings: object) => {
  const lines: Record<string, unknown>[] = []
  const keep = (fields: object, message: string) => void lines.push({ ...fields, message })
  const log = { info: keep, warn: keep, error: keep }
  return { host: createBrowserHost({ assetsDir, temporaryDir: tmpdir(), log, ...settings }), lines }
}

test('the log line of a lost browser contains what it last wrote', async () => {
  const { host, lines } = startHost({ chromiumFlags: ['--enable-logging=stderr', '--v=1'] })
  await using _host = host
  const lost = host.withPage({ ...request, report: createRenderReport() }, async ({ cdp }) => {
    await cdp.send('Browser.crash').catch(() => undefined)
    await new Promise(() => {})
  })
  await expect(lost).rejects.toMatchObject({ code: 'browser_lost' })
  const recycled = lines.find(({ message }) => message === 'browser recycled')
  expect(recycled?.['stderr']).toMatch(/:(VERBOSE1|WARNING|ERROR|FATAL):/)
})

/** What a page can say. The second line of the first message looks like one of Chromium's. */
const talkativePage = page(`<script>
  console.log('MARK\\n[1:1:1129/101010.1:FATAL:x.cc(1)] MARK\\nMARK')
  for (const kind of ['debug', 'warn', 'error', 'trace']) console[kind]('MARK', { MARK: 1 })
  Promise.reject(new Error('MARK\\nMARK'))
  new Worker('data:text/javascript,console.error("MARK")')
  navigator.vibrate(1)
  document.write('<meta http-equiv=content-security-policy content="img-src none MARK"><img src=/MARK.png>')
  setTimeout(() => { throw new Error('MARK') })
  fetch('https://' + location.host + '/MARK').catch(() => {})
</script><script src="http://MARK@127.0.0.1/MARK"></script>`)

test('the log contains nothing that a page says, and no URL', async () => {
  const site = await startFixtureServer({ '/MARK': talkativePage })
  onTestFinished(() => site.close())
  const { host, lines } = startHost({})
  await using _host = host
  const lost = host.withPage({ ...request, report: createRenderReport() }, async ({ page, cdp }) => {
    await page.goto(`${site.url}/MARK?MARK=MARK`)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    await cdp.send('Browser.crash').catch(() => undefined)
    await new Promise(() => {})
  })
  await expect(lost).rejects.toMatchObject({ code: 'browser_lost' })
  expect(lines.find(({ message }) => message === 'browser recycled')?.['stderr']).toMatch(/:(WARNING|ERROR):/)
  expect(JSON.stringify(lines)).not.toMatch(/MARK|127\.0\.0\.1/)
})

// 0.4 s.
test('the work for a launch begins when the process exists, and before it is ready', async () => {
  const before = descendantsOf(process.pid)
  const { host, lines } = startHost({
    whileLaunching: () =>
      lines.push({ message: 'work', isStarted: descendantsOf(process.pid).length > before.length }),
  })
  await using _host = host
  await host.withPage({ ...request, report: createRenderReport() }, async () => undefined)
  expect(lines).toMatchObject([{ message: 'work', isStarted: true }, { message: 'browser launched' }])
})

// Root has no sandbox.
test.runIf(process.getuid?.() !== 0).each(['SIGSTOP', 'SIGKILL'] as const)(
  'a first browser that %s ends is replaced by one with its sandbox',
  async (signal) => {
    const before = descendantsOf(process.pid)
    let victim: number | undefined
    const { host, lines } = startHost({
      whileLaunching() {
        if (victim !== undefined) return
        victim = descendantsOf(process.pid).find((pid) => !before.includes(pid))
        process.kill(victim ?? 0, signal)
      },
      // More than a launch takes on a busy machine.
      limits: { launchMs: 4_000 },
    })
    await using _host = host
    const report = createRenderReport()
    await host.withPage({ ...request, report }, async () => undefined)
    expect(report.isolation?.sandbox).toMatch(/^(namespaces|seccomp)$/)
    expect(lines.map(({ message }) => message)).toEqual(['page not opened', 'browser launched'])
  },
)

test('a launch that fails says why', async () => {
  const chromiumPath = join(temporaryFolder(), 'chromium')
  const problem = 'error while loading shared libraries: libnss3.so'
  await writeFile(chromiumPath, `#!/bin/sh\necho '${problem}' >&2\nexit 127\n`, { mode: 0o755 })
  const { host } = startHost({ chromiumPath, limits: { launchMs: 2_000 } })
  await using _host = host
  const rendered = host.withPage({ ...request, report: createRenderReport() }, async () => undefined)
  await expect(rendered).rejects.toMatchObject({
    code: 'browser_lost',
    cause: { message: expect.stringContaining(problem) },
  })
})
