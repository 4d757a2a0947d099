import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BrowserFixture,
  hasProcesses,
  startBrowserFixture,
} from '../../support/render/browser-fixture.ts'
import { page as html } from '../../support/sites/fixture-server.ts'

const script = fileURLToPath(new URL('../../support/render/browser-owner.ts', import.meta.url))
const assetsDir = fileURLToPath(new URL('../../../generated/', import.meta.url))

const dirsOf = (owner: number | undefined) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`stillframe-browser-${owner}-`))

const startOwner = async (url: string, ending: string) => {
  const owner = spawn(process.execPath, [script, assetsDir, tmpdir(), url, ending], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(owner, 'exit')
  const said: string[] = []
  for await (const text of createInterface(owner.stdout)) {
    said.push(text)
    if (text === 'open') break
  }
  return { owner, exited, browserId: Number(said[0]) }
}

describe('the browser ends with the process that owns it', () => {
  const gone: (number | undefined)[] = []
  let fixture: BrowserFixture
  beforeAll(async () => {
    fixture = await startBrowserFixture({
      '/plain': html('<title>plain</title>'),
      '/loop': html('<title>loop</title><script>onload = () => { while (true) {} }</script>'),
    })
  })
  afterAll(() => fixture[Symbol.asyncDispose]())

  test.each([
    ['exits', 'exit', '/plain'],
    ['is ended by SIGTERM', 'SIGTERM', '/plain'],
    ['is killed while a page loops forever', 'SIGKILL', '/loop'],
  ])('when it %s', async (_label, ending, path) => {
    const { owner, exited, browserId } = await startOwner(fixture.site.url + path, ending)
    expect(browserId).toBeGreaterThan(1)
    if (ending !== 'exit') owner.kill(ending as NodeJS.Signals)
    await exited
    await expect.poll(() => hasProcesses(browserId), { timeout: 3000 }).toBe(false)
    gone.push(owner.pid)
  })

  test('after the next launch, no directory is left of an owner that exited, was ended by SIGTERM or was killed', async () => {
    await fixture.render(async () => {})
    expect(gone).toHaveLength(3)
    expect(gone.flatMap(dirsOf)).toEqual([])
  })
})
