import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../../clients/typescript/src/index.ts'
import { root } from '../../../local/bundles.ts'
import { runCli } from '../../../local/cli/main.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const service = await joinService()
const folder = temporaryFolder(afterAll)
const { accessKey, secretKey } = await service.createAccount('scale')
const page = join(folder, 'page.html')
await writeFile(page, '<!doctype html><body style="margin:0;background:#0f0"><h1>One page</h1>')

const withService = {
  STILLFRAME_URL: service.baseUrl,
  STILLFRAME_KEY: accessKey,
  STILLFRAME_SECRET_KEY: secretKey,
}

const runAny = async (
  args: string[],
  env: Record<string, string> = withService,
  signal = AbortSignal.timeout(200_000),
  written = { out: '', err: '' },
) => {
  const code = await runCli(args, {
    env: { XDG_CONFIG_HOME: folder, ...env },
    signal,
    out: (text) => {
      written.out += text
    },
    err: (text) => {
      written.err += text
    },
  })
  return { code, ...written }
}

const run = async (args: string[], env: Record<string, string> = withService) => {
  const { code, out, err } = await runAny(args, env)
  expect([code, err]).toEqual([0, ''])
  return out
}

const sizeOf = async (file: string) => {
  const { format, width, height } = await sharp(file).metadata()
  return [format, width, height]
}

test.each([
  ['in this process', {}],
  ['by a service', withService],
])('a page is rendered %s into the format of the file', async (_, env) => {
  const file = join(folder, Object.keys(env).length > 0 ? 'there' : 'here', 'page.png')
  const size = ['--viewport-width', '60', '--viewport-height', '40']
  const [written] = JSON.parse(await run(['shot', page, '-o', file, '--json', ...size], env))
  expect(written).toMatchObject({ file, content_type: 'image/png', bytes: (await readFile(file)).length })
  expect(await sizeOf(file)).toEqual(['png', 60, 40])

  const outputs = join(folder, 'outputs')
  await run(['snapshot', page, '-o', outputs, '--outputs', 'screenshot', '--outputs', 'markdown'], env)
  const names = await readdir(outputs)
  expect(names.map((name) => name.split('.')[0]).toSorted()).toEqual(['markdown', 'screenshot'])
  await rm(outputs, { recursive: true })
})

test('links, keys and requests of a service', async () => {
  const link = (await run(['sign', 'scrape', 'http://demo.stillframe.example/', '--format', 'md'])).trim()
  expect(await (await fetch(link)).text()).toContain('# Every light has its own rhythm')
  expect(
    JSON.parse(await run(['keys', 'create', '--name', 'Reader', '--scope', 'read', '--json'])).access_key,
  ).toBeTypeOf('string')
  expect(await run(['keys'])).toMatch(/Reader +read/)
  const { id } = JSON.parse(await run(['pdf', page, '--async', '--json']))
  await expect.poll(async () => JSON.parse(await run(['requests', 'get', id, '--json'])).status).toBe('done')
})

test.each([
  ['in this process', {}],
  ['by a service', withService],
])('a list of pages is rendered %s, and what is done or wrong is not lost', async (_, env) => {
  const out = join(folder, Object.keys(env).length > 0 ? 'list-there' : 'list-here')
  const list = join(folder, 'list.csv')
  const rows = ['one', 'two', 'three'].map((id) => `${id},http://demo.stillframe.example/?${id},60`)
  await writeFile(
    list,
    ['external_id,url,viewport_width', ...rows, 'wrong,http://missing.invalid/,60', ''].join('\n'),
  )
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'two.png'), 'kept')
  const batch = ['batch', list, '-o', out, '--format', 'png', '--viewport-height', '40', '--json']
  const first = await runAny(batch, env)
  expect([first.code, first.err]).toEqual([1, expect.stringContaining('http://missing.invalid/')])
  expect(JSON.parse(first.out)).toMatchObject({
    total: 4,
    done: 3,
    failed: 1,
    failures: [{ name: 'wrong', code: 'host_not_found' }],
  })
  expect((await readdir(out)).toSorted()).toEqual(['one.png', 'three.png', 'two.png'])
  expect(await readFile(join(out, 'two.png'), 'utf8')).toBe('kept')
  expect(await sizeOf(join(out, 'three.png'))).toEqual(['png', 60, 40])
})

test('a batch that was stopped is followed, not created again', async () => {
  const out = join(folder, 'resumed')
  const list = join(folder, 'resumed.csv')
  await writeFile(
    list,
    ['a', 'b', 'c'].map((id) => `http://demo.stillframe.example/?resumed-${id}`).join('\n'),
  )
  const batch = ['batch', 'scrape', list, '-o', out, '--concurrency', '1']
  const stop = new AbortController()
  const stopped = runAny(batch, withService, stop.signal)
  await expect.poll(() => readFile(join(out, '.batch.json'), 'utf8').catch(() => '')).toContain('"id"')
  stop.abort()
  expect(await stopped).toMatchObject({ code: 130, err: 'Stopped.\n' })
  expect(await run(batch)).toBe(`3 pages are in ${out}.\n`)
  expect((await readdir(out)).toSorted()).toEqual(
    ['a', 'b', 'c'].map((id) =>
      expect.stringMatching(`^demo.stillframe.example-resumed-${id}-[0-9a-f]{8}.html$`),
    ),
  )
  const { requests } = JSON.parse(await run(['requests', '--search', 'resumed-', '--json']))
  expect(requests).toHaveLength(3)
})

test('Ctrl-C ends a render', async () => {
  const stop = new AbortController()
  const waiting = join(folder, 'waiting.html')
  await writeFile(waiting, '<p>Waits')
  const rendering = runAny(
    ['shot', waiting, '-o', join(folder, 'never.png'), '--delay', '25'],
    {},
    stop.signal,
  )
  setTimeout(() => stop.abort(), 500)
  expect(await rendering).toEqual({ code: 130, out: '', err: 'Stopped.\n' })
})

/** Runs the program with a standard output that cannot be written. */
const runInto = async (output: 'pipe' | number) => {
  const program = join(root, 'local/cli.ts')
  const child = spawn(process.execPath, [program, 'completion', 'bash'], {
    stdio: ['ignore', output, 'pipe'],
  })
  child.stdout?.destroy()
  const [err, [code]] = await Promise.all([text(child.stderr ?? expect.fail()), once(child, 'exit')])
  return { code, err }
}

test('a reader that has seen enough ends the command', async () => {
  expect(await runInto('pipe')).toEqual({ code: 0, err: '' })
})

test.skipIf(!existsSync('/dev/full'))('a full disk behind the standard output is an error', async () => {
  const full = openSync('/dev/full', 'w')
  try {
    expect(await runInto(full)).toEqual({
      code: 1,
      err: expect.stringMatching(/^ENOSPC: no space left[^\n]*\n$/),
    })
  } finally {
    closeSync(full)
  }
})

test('the end of a request is forwarded to a program on this machine, signed', async () => {
  await using receiver = await startWebhookReceiver()
  const stop = new AbortController()
  const written = { out: '', err: '' }
  const listening = runAny(['listen', '--forward', receiver.url], withService, stop.signal, written)
  await expect.poll(() => written.out).toContain('Listening.')
  const { id } = JSON.parse(await run(['pdf', page, '--async', '--json']))
  await receiver.received(1)
  const [{ body, headers } = expect.fail()] = receiver.deliveries
  expect(await verifyWebhook({ body, headers, secretKey })).toMatchObject({ id, file: expect.any(String) })
  await expect.poll(() => written.out).toContain(`${id} done: 200`)
  stop.abort()
  expect(await listening).toMatchObject({ code: 0, err: '' })
})
