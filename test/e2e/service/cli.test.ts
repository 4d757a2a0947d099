import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { runCli } from '../../../local/cli/main.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const folder = await mkdtemp(join(tmpdir(), 'stillframe-cli-'))
afterAll(async () => {
  await rm(folder, { recursive: true })
  await service[Symbol.asyncDispose]()
})
const { accessKey, secretKey } = await service.createAccount('scale')
const page = join(folder, 'page.html')
await writeFile(page, '<!doctype html><body style="margin:0;background:#0f0"><h1>One page</h1>')

const withService = {
  STILLFRAME_URL: service.baseUrl,
  STILLFRAME_KEY: accessKey,
  STILLFRAME_SECRET_KEY: secretKey,
}

const run = async (args: string[], env: Record<string, string> = withService) => {
  let out = ''
  let err = ''
  const code = await runCli(args, {
    env: { XDG_CONFIG_HOME: folder, ...env },
    signal: AbortSignal.timeout(60_000),
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
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
  const file = join(folder, 'page.png')
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
