import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { hasProcesses, startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { assetsDir } from '../../support/render/shared-browser.ts'
import { page as html } from '../../support/sites/fixture-server.ts'

const script = fileURLToPath(new URL('../../support/render/browser-owner.ts', import.meta.url))

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

/** @returns the process id of an owner that has exited, after its browser has ended too */
const endOwner = async (url: string, ending: string) => {
  const { owner, exited, browserId } = await startOwner(url, ending)
  expect(browserId).toBeGreaterThan(1)
  if (ending !== 'exit') owner.kill(ending as NodeJS.Signals)
  await exited
  await expect.poll(() => hasProcesses(browserId), { message: ending }).toBe(false)
  return owner.pid
}

const fixture = await startBrowserFixture({
  '/plain': html('<title>plain</title>'),
  '/loop': html('<title>loop</title><script>onload = () => { while (true) {} }</script>'),
})
afterAll(() => fixture[Symbol.asyncDispose]())

test('the browser ends with its owner, which exits, is ended by SIGTERM or is killed while a page loops forever, and its directory is removed by the next launch', async () => {
  const endings = [
    ['exit', '/plain'],
    ['SIGTERM', '/plain'],
    ['SIGKILL', '/loop'],
  ] as const
  const gone = await Promise.all(endings.map(([ending, path]) => endOwner(fixture.site.url + path, ending)))
  await fixture.render(async () => {})
  expect(gone.flatMap(dirsOf)).toEqual([])
})
