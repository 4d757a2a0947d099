import { execFileSync } from 'node:child_process'
import { createCipheriv, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { bundleOptions } from '../../scripts/build.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const exits = 'us=http://user:word@exit.example:8080'
const exitProxies = { ExitProxies: { value: exits, type: 'sst.sst.Secret' } }
const app = { SST_RESOURCE_App: '{"name":"stillframe","stage":"test"}' }

/** A function's package: the bundle with SST's SDK, run in a separate process because the SDK caches what it has read. */
const folder = temporaryFolder(afterAll)
buildSync({ ...bundleOptions('lib/linked-secrets.ts'), outdir: folder })
const program = `
  const { readLinkedSecrets } = await import('./index.mjs')
  process.stdout.write(JSON.stringify(await readLinkedSecrets(process.env)))`

const read = (environment: Record<string, string>): Record<string, string> => {
  const parameters = ['--input-type=module', '--eval', program]
  return JSON.parse(
    execFileSync(process.execPath, parameters, {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      stdio: 'pipe',
    }),
  )
}

/** Encrypts links into the package as SST 4's CLI does (its SDK holds the other half: sst/dist/resource/node.js). */
const deploy = (links: object) => {
  const key = randomBytes(32)
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12))
  const sealed = [cipher.update(JSON.stringify(links)), cipher.final()]
  writeFileSync(join(folder, 'resource.enc'), Buffer.concat([...sealed, cipher.getAuthTag()]))
  return { ...app, SST_KEY: key.toString('base64'), SST_KEY_FILE: 'resource.enc' }
}

test('the exit proxies of a deployment become a setting', () => {
  expect(read(deploy(exitProxies))).toEqual({ EXIT_PROXIES: exits })
})

test('a function without links has no secrets', () => {
  expect(read(deploy({}))).toEqual({})
})

test('outside of a deployment there are no secrets', () => {
  expect(read({})).toEqual({})
})

test('a package that does not match the key is an error', () => {
  const environment = { ...deploy(exitProxies), SST_KEY: randomBytes(32).toString('base64') }
  expect(() => read(environment)).toThrow('Unsupported state or unable to authenticate data')
})
