import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { hasProcesses, startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { page as html } from '../../support/sites/fixture-server.ts'

const script = fileURLToPath(new URL('../../support/render/browser-owner.ts', import.meta.url))
const assetsDir = fileURLToPath(new URL('../../../generated/', import.meta.url))

const dirsOf = (owner: number | undefined) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`stillframe-browser-${owner}-`))

describe('the browser ends with the process that owns it', () => {
  test.each([
    ['exits', 'exit', '/plain'],
    ['is ended by SIGTERM', 'SIGTERM', '/plain'],
    ['is killed', 'SIGKILL', '/plain'],
    ['is killed while a page loops forever', 'SIGKILL', '/loop'],
  ])('when it %s', async (_label, ending, path) => {
    await using fixture = await startBrowserFixture({
      '/plain': html('<title>plain</title>'),
      '/loop': html('<title>loop</title><script>onload = () => { while (true) {} }</script>'),
    })
    const owner = spawn(process.execPath, [script, assetsDir, tmpdir(), fixture.site.url + path, ending], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(owner, 'exit')
    const said: string[] = []
    for await (const text of createInterface(owner.stdout)) {
      said.push(text)
      if (text === 'open') break
    }
    const browserId = Number(said[0])
    expect(browserId).toBeGreaterThan(1)
    if (ending !== 'exit') owner.kill(ending as NodeJS.Signals)
    await exited
    await expect.poll(() => hasProcesses(browserId), { timeout: 3000 }).toBe(false)
    // A killed process cannot remove its directories: the next one does.
    await fixture.render(async () => {})
    expect(dirsOf(owner.pid)).toEqual([])
  })
})
