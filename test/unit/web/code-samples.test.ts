import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import {
  type SampleLanguage,
  type SampleRequest,
  sampleLanguages,
  toCodeSample,
} from '../../../web/src/samples/code-samples.ts'
import { listen } from '../../support/listen.ts'
import { requirePrograms } from '../../support/programs.ts'
import {
  clientEnvironment,
  installClients,
  languagesWithClients,
  sampleRuntimes,
} from '../../support/sample-clients.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const hostile = `it's "ok" \\ $HOME \`id\` \${x} {x} %41 \n\t ü 😀 \u2028\ufeff ?> <?php // */ <b>&amp;`
const image = Buffer.from([0x89, 0x50, 0x00, 0xff, 0x0a, 0x0d])

interface Received {
  method: string | undefined
  key: string | string[] | undefined
  parameters: unknown
}

let received: Received | undefined

const server = createServer(async (request, response) => {
  const body = await buffer(request)
  const { searchParams } = new URL(request.url ?? '', baseUrl)
  received = {
    method: request.method,
    key: request.headers['x-access-key'],
    parameters: body.length > 0 ? JSON.parse(body.toString()) : Object.fromEntries(searchParams),
  }
  response.writeHead(request.url?.startsWith('/v1/pdf') ? 400 : 200).end(image)
})

const directory = temporaryFolder(afterAll)
const baseUrl = `http://127.0.0.1:${await listen(server, afterAll)}`

type Call = Omit<SampleRequest, 'baseUrl'>

const get: Call = {
  method: 'GET',
  path: '/v1/screenshot',
  parameters: {
    url: 'https://example.com/?a=1&b=2#c',
    selector: hostile,
    full_page: true,
    'hide_selectors[0]': 'a,b',
    structured: [{ text: hostile, deep: { on: true } }],
  },
  values: {
    url: 'https://example.com/?a=1&b=2#c',
    selector: hostile,
    full_page: true,
    hide_selectors: ['a,b'],
    structured: [{ text: hostile, deep: { on: true } }],
  },
  file: 'a.jpeg',
}
const post: Call = {
  method: 'POST',
  path: '/v1/screenshot',
  parameters: {
    html: hostile,
    cookies: [hostile, 'a=b'],
    structured: [{ text: hostile, deep: { 'a-b': true, '1c': null, empty: {}, list: [] } }, true],
    image_quality: 9,
    full_page: true,
    cache: false,
  },
  file: 'a.jpeg',
}

await installClients(directory)

const runSample = async (language: SampleLanguage, call: Call): Promise<Received | undefined> => {
  const { command, file: name } = sampleRuntimes[language]
  const [program, ...options] = command
  const file = join(directory, name)
  await writeFile(file, toCodeSample(language, { ...call, baseUrl }))
  await rm(join(directory, 'a.jpeg'), { force: true })
  received = undefined
  await promisify(execFile)(program, [...options, file], {
    cwd: directory,
    env: { ...process.env, ...clientEnvironment, ACCESS_KEY: 'key-of-the-environment' },
  })
  expect(await readFile(join(directory, 'a.jpeg'))).toEqual(image)
  return received
}

test.for(sampleLanguages)(
  'a sample in %s sends hostile texts unchanged, writes the bytes to a file, and fails if the call fails',
  async (language, context) => {
    requirePrograms(context, ...sampleRuntimes[language].needs)
    const key = 'key-of-the-environment'
    const structured = JSON.stringify(get.parameters?.['structured'])
    const texts = { ...get.parameters, full_page: 'true', structured }
    const sent = languagesWithClients.has(language)
      ? { method: 'POST', key, parameters: get.values }
      : { method: 'GET', key, parameters: texts }
    expect(await runSample(language, get)).toEqual(sent)
    expect(await runSample(language, post)).toEqual({ method: 'POST', key, parameters: post.parameters })
    await expect(runSample(language, { ...get, path: '/v1/pdf' })).rejects.toThrow('Command failed')
  },
)

test('curl sends a character that no argument of a command can contain', () => {
  const code = toCodeSample('curl', { ...get, baseUrl, parameters: { selector: 'a\0b' } })
  expect(code).toContain('-d selector=a%00b')
})

test.each([
  ['PHP', /'html' => 'it\\'s "ok" \\\\ \$HOME /],
  ['Go', /strings\.NewReader\("\{/],
] as const)('values are literals of %s', (language, pattern) => {
  expect(toCodeSample(language, { ...post, baseUrl })).toMatch(pattern)
})

test('Go quotes each text as one literal', () => {
  for (const call of [get, post]) {
    const code = toCodeSample('Go', { ...call, baseUrl })
    const literals = [...code.matchAll(/"(?:[^"\\\n]|\\(?:[bfnrt"\\]|u[0-9a-f]{4}))*"/g)].map(
      ([text]): unknown => JSON.parse(text),
    )
    expect(code.replace(/"(?:[^"\\\n]|\\.)*"/g, '')).not.toMatch(/["\\`]/)
    const bodies = literals.filter((text) => String(text).startsWith('{'))
    if (call === get) expect(literals).toContain(hostile)
    else expect(bodies.map((text) => JSON.parse(String(text)))).toEqual([post.parameters])
  }
})
