import { chmod, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createBrowserHost } from '../../../lib/render/browser/browser-host.ts'
import { installChromium } from '../../../lib/render/browser/chromium-files.ts'
import { groupMembers } from '../../../lib/render/browser/process-group.ts'
import { localEgress } from '../../support/render/browser-fixture.ts'
import { assetsDir } from '../../support/render/shared-browser.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const start = async (settings: {
  chromiumPath: string
  chromiumFlags?: readonly string[]
  procDir?: string
}) => {
  const lines: { fields: Record<string, unknown>; message: string }[] = []
  const write = (fields: object, message: string) => void lines.push({ fields: { ...fields }, message })
  const host = createBrowserHost({
    assetsDir,
    temporaryDir: tmpdir(),
    log: { info: write, warn: write, error: write },
    ...settings,
  })
  onTestFinished(() => host.close())
  return { host, lines }
}

/** A program like one that a package manager installs: it has its own path and finds its own libraries. */
const installElsewhere = async (args = '"$@"') => {
  const { executable, librariesDir } = await installChromium(tmpdir())
  const path = join(temporaryFolder(), 'headless-shell')
  await writeFile(path, `#!/bin/sh\nLD_LIBRARY_PATH='${librariesDir}' exec '${executable}' ${args}\n`)
  await chmod(path, 0o755)
  return path
}

const pageOptions = () => ({
  egress: localEgress,
  gpuRendering: false,
  report: createRenderReport(),
  signal: AbortSignal.timeout(200_000),
})

test('an installed browser renders without /proc, and leaves no processes', async () => {
  const { host, lines } = await start({
    chromiumPath: await installElsewhere(),
    chromiumFlags: ['--blink-settings=minimumFontSize=30'],
    procDir: join(tmpdir(), 'stillframe-no-processes'),
  })
  const title = await host.withPage(pageOptions(), async ({ page }) => {
    await page.setContent('<title>installed</title>')
    return page.title()
  })
  expect(title).toBe('installed')
  expect(lines.filter(({ message }) => message === 'memory of renders not limited')).toHaveLength(1)
  const processId = Number(lines.find(({ message }) => message === 'browser launched')?.fields['processId'])
  expect(groupMembers(processId).length).toBeGreaterThan(0)
  await host.close()
  await expect.poll(() => groupMembers(processId)).toEqual([])
})

test('a browser that draws nothing below the viewport is refused, with the names of the settings', async () => {
  // The last flag of a name counts.
  const { host } = await start({
    chromiumPath: await installElsewhere('"$@" --blink-settings=a=b'),
  })
  await expect(host.withPage(pageOptions(), async () => 'rendered')).rejects.toMatchObject({
    code: 'browser_lost',
    cause: { message: expect.stringContaining('CHROMIUM_PATH and CHROMIUM_FLAGS') },
  })
})
