import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAddress } from '../../../lib/core/access/signature.ts'
import type { RenderCall } from '../../../web/src/parameters/form-values.ts'
import { type SampleLanguage, sampleLanguages } from '../../../web/src/samples/code-samples.ts'
import { signCall } from '../../../web/src/samples/sign-call.ts'
import { postReason, toRequest } from '../../../web/src/samples/to-request.ts'

const hostile = `it's "ok" \\ $HOME \`id\` \${x} %41 \n\t ü 😀 \u2028 ?> <?php // */ <b>&amp;`
const image = Buffer.from([0x89, 0x50, 0x00, 0xff, 0x0a, 0x0d])

/** What the server received. */
interface Received {
  method: string | undefined
  key: string | string[] | undefined
  parameters: unknown
}

let received: Received | undefined
let baseUrl: string
let directory: string

const server = createServer(async (request, response) => {
  const body = await buffer(request)
  const { searchParams } = new URL(request.url ?? '', baseUrl)
  received = {
    method: request.method,
    key: request.headers['x-access-key'],
    parameters: body.length > 0 ? JSON.parse(body.toString()) : Object.fromEntries(searchParams),
  }
  response.end(image)
})

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stillframe-samples-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.close()
  await rm(directory, { recursive: true, force: true })
})

const getCall: RenderCall = {
  operation: 'screenshot',
  values: {
    url: 'https://example.com/?a=1&b=2#c',
    selector: hostile,
    full_page: true,
    hide_selectors: ['a,b', "'"],
  },
}
const getParameters = {
  url: 'https://example.com/?a=1&b=2#c',
  selector: hostile,
  full_page: 'true',
  'hide_selectors[0]': 'a,b',
  'hide_selectors[1]': "'",
}
const postCall: RenderCall = {
  operation: 'screenshot',
  values: {
    html: hostile,
    cookies: [hostile, 'a=b'],
    image_quality: 9,
    full_page: true,
    webhook_signed: false,
  },
}

const programs: Partial<Record<SampleLanguage, readonly [program: string, extension: string]>> = {
  bash: ['bash', 'sh'],
  javascript: [process.execPath, 'mjs'],
  python: ['python3', 'py'],
  php: ['php', 'php'],
}

const isInstalled = async (program: string) => {
  try {
    await promisify(execFile)(program, ['--version'])
    return true
  } catch {
    return false
  }
}

const runSample = async (language: SampleLanguage, call: RenderCall): Promise<Received | undefined> => {
  const [program = '', extension] = programs[language] ?? []
  const file = join(directory, `sample.${extension}`)
  const code = sampleLanguages.find(({ id }) => id === language)?.print(toRequest(call, baseUrl)) ?? ''
  await writeFile(file, code)
  received = undefined
  await promisify(execFile)(program, [file], {
    cwd: directory,
    env: { PATH: process.env.PATH, ACCESS_KEY: 'key-of-the-environment' },
  })
  expect(await readFile(join(directory, 'screenshot.jpeg'))).toEqual(image)
  return received
}

test.for(Object.entries(programs) as [SampleLanguage, [string, string]][])(
  'a sample in %s sends the parameters unchanged, by GET and by POST, and writes the bytes to a file',
  async ([language, [program]], { skip }) => {
    if (!(await isInstalled(program))) return skip(`${program} is not installed`)
    const key = 'key-of-the-environment'
    expect(await runSample(language, getCall)).toEqual({ method: 'GET', key, parameters: getParameters })
    expect(await runSample(language, postCall)).toEqual({ method: 'POST', key, parameters: postCall.values })
  },
)

test('Go quotes each text so that it stays one literal', () => {
  const go = sampleLanguages.find(({ id }) => id === 'go')
  for (const call of [getCall, postCall]) {
    const code = go?.print(toRequest(call, baseUrl)) ?? ''
    const literals = [...code.matchAll(/"(?:[^"\\\n]|\\(?:[bfnrt"\\]|u[0-9a-f]{4}))*"/g)].map(
      ([text]) => text,
    )
    const texts = literals.map((text): unknown => JSON.parse(text))
    expect(code.replace(/"(?:[^"\\\n]|\\.)*"/g, '')).not.toMatch(/["\\]|id`/)
    expect(texts).toContain(call === getCall ? hostile : JSON.stringify(postCall.values))
  }
})

test('private and long parameters are sent by POST', () => {
  expect(postReason(getCall)).toBeUndefined()
  expect(postReason(postCall)).toBe('private')
  expect(postReason({ operation: 'pdf', values: { url: `https://example.com/${'a'.repeat(4000)}` } })).toBe(
    'long',
  )
})

test.each([1, 2] as const)(
  'a link has the signature that version %i of the service expects',
  async (version) => {
    const keys = { accessKey: 'a'.repeat(24), secretKey: 's'.repeat(40) }
    const link = await signCall(getCall, {
      baseUrl: 'https://stillframe.example',
      keys,
      version,
      expires: 1_893_456_000,
    })
    expect(link).toBe(
      signAddress(link.replace(/&expires=.*/, ''), keys.secretKey, { version, expires: 1_893_456_000 }),
    )
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      ...getParameters,
      access_key: keys.accessKey,
    })
  },
)
