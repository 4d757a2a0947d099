import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { signAddress } from '../../../lib/core/access/signature.ts'
import { signText } from '../../../local/accounts/sign-text.ts'
import { readServiceFile } from '../../../local/service-file.ts'
import { debianPython, type ProgramName, requirePrograms } from '../../support/programs.ts'
import { decodeImage } from '../../support/render/image.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { runScript } from '../../support/service/start-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const service = await joinService()
const [first] = (await readServiceFile(service.dataDir))?.accounts ?? []
if (!first) throw new Error('The service has no demo account.')
const demo = first
const directory = temporaryFolder(afterAll)

const programs: Record<string, { command: string; needs: ProgramName[]; file: string }> = {
  sh: { command: 'sh', needs: ['curl', 'openssl'], file: 'example.sh' },
  js: { command: process.execPath, needs: [], file: 'example.mjs' },
  python: { command: debianPython, needs: ['python3'], file: 'example.py' },
  php: { command: 'php', needs: ['php'], file: 'example.php' },
}

const guide = await readFile(new URL('../../../docs/reference/signing.md', import.meta.url), 'utf8')
const examples = [...guide.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language = '', code = '']) => ({
  language,
  code,
}))

test.for(examples)(
  'the example for $language returns both of its images',
  async ({ language, code }, context) => {
    const { command, file, needs } = programs[language] ?? expect.fail()
    requirePrograms(context, ...needs)
    const { id, accessKey, secretKey } = await service.createAccount('scale')
    await service.requireSignatures(id)
    await writeFile(join(directory, file), code)
    await promisify(execFile)(command, [file], {
      cwd: directory,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        BASE_URL: service.baseUrl,
        ACCESS_KEY: accessKey,
        SECRET_KEY: secretKey,
      },
    })
    for (const name of ['link.jpeg', 'body.jpeg']) {
      const image = await decodeImage(await readFile(join(directory, name)))
      expect(image.width).toBe(1280)
      await rm(join(directory, name))
    }
  },
)

/** Runs the command as npm does. */
const runProcess = async (settings: Record<string, string>, ...parameters: string[]) => {
  const { ended, output } = runScript('local/sign.ts', settings, ...parameters)
  return { code: await ended, output: output().trim() }
}

/** Runs the command in this process. */
const sign = (settings: Record<string, string>, ...parameters: string[]) =>
  signText(parameters, { env: settings, warn: () => {} })

test('the sign command creates a link of the demo account that works until it expires', async () => {
  const { accessKey } = demo
  const address = `${service.baseUrl}/v1/screenshot?access_key=${accessKey}&html=<p>é "</p>&format=png&viewport_width=50&block_annoyance=none`
  const { code, output } = await runProcess({ DATA_DIR: service.dataDir }, address, '--expires-in', '3600')
  expect(code).toBe(0)
  const response = await fetch(output)
  expect(response.status).toBe(200)
  expect(await decodeImage(Buffer.from(await response.arrayBuffer()))).toMatchObject({ width: 50 })
  expect(output).not.toContain(accessKey)
  const changed = await fetch(output.replace('width=50', 'width=51'))
  expect(changed.headers.get('x-service-error')).toBe('invalid_signature')
  const moved = await fetch(output.replace('/v1/screenshot', '/v1/pdf'))
  expect(moved.headers.get('x-service-error')).toBe('invalid_signature')
  const linksKey = new URL(output).searchParams.get('access_key') ?? ''
  for (const path of ['/v1/tasks', '/v1/screenshot?html=x']) {
    const leaked = await fetch(service.baseUrl + path, { headers: { 'x-access-key': linksKey } })
    expect(leaked.headers.get('x-service-error')).toBe('key_scope')
  }
  const again = await sign({ DATA_DIR: service.dataDir }, `${service.baseUrl}/v1/scrape?html=x`)
  expect(new URL(again).searchParams.get('access_key')).toBe(linksKey)
  const tasks = await sign(
    { DATA_DIR: service.dataDir },
    `${service.baseUrl}/v1/tasks?access_key=${accessKey}`,
  )
  expect(tasks).toContain(accessKey)
  const expired = signAddress(address, demo.secretKey, { expires: 1 })
  expect((await fetch(expired)).headers.get('x-service-error')).toBe('link_expired')
})

test('the sign command publishes no other key of the demo account, and refuses those of other accounts', async () => {
  const second = await service.accounts.addKey(demo.id, { name: 'Second', scope: 'full' })
  const key = second?.accessKey ?? ''
  for (const query of [
    `v1/scrape?access_key=${key}`,
    `v1/scrape/?html=x&access%5Fkey=${key}`,
    `v1/scr%61pe?access_key=${key}`,
  ]) {
    const output = await sign({ DATA_DIR: service.dataDir }, `${service.baseUrl}/${query}`)
    expect(output).toContain('/v1/scrape?access_key=')
    expect(output).not.toContain(key)
  }
  const other = await service.createAccount('scale')
  const refused = sign(
    { DATA_DIR: service.dataDir },
    `${service.baseUrl}/v1/scrape?access_key=${other.accessKey}&html=x`,
  )
  await expect(refused).rejects.toThrow(
    `The access key in the URL is not one of the account ${demo.id}, whose secret key signs. Leave it out, or set --secret-key to the secret key of its account.`,
  )
})

test('the sign command warns of the key of an account that is not of this machine', async () => {
  const link = `${service.baseUrl}/v1/scrape?access_key=${demo.accessKey}&html=x`
  const { code, output } = await runProcess({ DATA_DIR: directory, SECRET_KEY: demo.secretKey }, link)
  expect([code, output]).toEqual([0, expect.stringContaining('only if the key has the scope `links`')])
  expect(output).toContain(signAddress(link, demo.secretKey))
})

test('links with different expiry times share one cached result', async () => {
  const { accessKey, secretKey } = await service.createAccount('scale')
  const page = 'url=http://demo.stillframe.example/&js_enabled=false'
  const address = `${service.baseUrl}/v1/scrape?access_key=${accessKey}&${page}&cache=true`
  const links = [
    address,
    signAddress(address, secretKey),
    signAddress(address, secretKey, { expires: 4_000_000_000 }),
    signAddress(address, secretKey, { expires: 4_000_000_001 }),
  ]
  const states = []
  for (const link of links) states.push((await fetch(link)).headers.get('x-service-cache'))
  expect(states).toEqual(['miss', 'hit', 'hit', 'hit'])
})

test('the sign command creates the header for a body with the given key', async () => {
  const file = join(directory, 'body.json')
  const body = '{"html": "é", "format": "png", "viewport_width": 50, "block_annoyance": "none"}'
  await writeFile(file, body)
  const output = await sign({}, '--body', file, '--secret-key', demo.secretKey)
  const response = await fetch(`${service.baseUrl}/v1/screenshot`, {
    method: 'POST',
    headers: {
      'x-access-key': demo.accessKey,
      'content-type': 'application/json',
      'x-service-signature': output.replace('X-Service-Signature: ', ''),
    },
    body,
  })
  expect(response.status).toBe(200)
})

test('the sign command signs links and bodies for version 2, with any method', async () => {
  const { id, accessKey, secretKey } = await service.createAccount('scale')
  await service.accounts.change(id, { signedRequests: true, signatureVersion: 2 })
  const settings = { SECRET_KEY: secretKey }
  const tasks = `${service.baseUrl}/v1/tasks`
  const file = join(directory, 'task.json')
  const task = { name: 'n', api: 'screenshot', query: 'html=x', frequency: 'every_day' }
  const sendBody = async (url: string, method: string, value: object) => {
    await writeFile(file, JSON.stringify(value))
    const output = await sign(settings, '--v2', url, '--body', file, '--method', method)
    const [name = '', signature = ''] = output.split(': ')
    const headers = { 'x-access-key': accessKey, 'content-type': 'application/json', [name]: signature }
    return fetch(url, { method, headers, body: await readFile(file) })
  }
  const created = await sendBody(tasks, 'POST', task)
  expect(created.status).toBe(201)
  const one = `${tasks}/${((await created.json()) as { id: string }).id}`
  expect((await sendBody(one, 'PATCH', { enabled: false })).status).toBe(200)
  const removal = await sign(settings, '--v2', `${one}?access_key=${accessKey}`, '--method', 'DELETE')
  expect((await fetch(removal)).status).toBe(403)
  expect((await fetch(removal, { method: 'DELETE' })).status).toBe(204)
})

test.each([
  ['anything to sign', [], /^npm run sign -- /],
  ['an absolute URL', ['/v1/screenshot'], /must be absolute/],
  ['a body that exists', ['--body', join(directory, 'none')], /no such file/],
])('the sign command requires %s', async (_label, parameters, message) => {
  await expect(sign({ SECRET_KEY: 'key' }, ...parameters)).rejects.toThrow(message)
})

test('the sign command without a key names its variable', async () => {
  const { code, output } = await runProcess({ DATA_DIR: directory }, 'http://h/')
  expect([code, output]).toEqual([1, expect.stringContaining('SECRET_KEY')])
})
