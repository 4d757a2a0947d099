import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createBrowserHost } from '../../../lib/render/browser/browser-host.ts'
import { localEgress } from '../../support/render/browser-fixture.ts'
import { assetsDir } from '../../support/render/shared-browser.ts'

const request = { egress: localEgress, gpuRendering: false, signal: AbortSignal.timeout(60_000) }

/** Starts a host, and collects its log lines. */
const startHost = (settings: object) => {
  const lines: Record<string, unknown>[] = []
  const keep = (fields: object, message: string) => void lines.push({ ...fields, message })
  const log = { debug: keep, info: keep, warn: keep, error: keep }
  return { host: createBrowserHost({ assetsDir, temporaryDir: tmpdir(), log, ...settings }), lines }
}

test('the log line of a lost browser contains what it last wrote', async () => {
  const { host, lines } = startHost({ chromiumFlags: ['--enable-logging=stderr', '--v=0'] })
  await using _host = host
  const lost = host.withPage({ ...request, report: createRenderReport() }, async ({ cdp }) => {
    await cdp.send('Browser.crash').catch(() => undefined)
    await new Promise(() => {})
  })
  await expect(lost).rejects.toMatchObject({ code: 'browser_lost' })
  const recycled = lines.find(({ message }) => message === 'browser recycled')
  expect(recycled?.['stderr']).toMatch(/:(WARNING|ERROR|FATAL):/)
})

test('more than two launches in a row that fail exhaust the environment', async () => {
  const { host } = startHost({ chromiumPath: '/bin/false', limits: { launchMs: 2_000 } })
  await using _host = host
  const render = () => host.withPage({ ...request, report: createRenderReport() }, async () => undefined)
  expect(host.exhaustion()).toBeUndefined()
  await expect(render()).rejects.toMatchObject({ code: 'browser_lost' })
  expect(host.exhaustion()).toBeUndefined()
  await expect(render()).rejects.toMatchObject({ code: 'browser_lost' })
  expect(host.exhaustion()).toBe('launches')
})
