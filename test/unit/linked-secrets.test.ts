import { createCipheriv, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../lib/config.ts'
import { readLinkedSecrets } from '../../lib/linked-secrets.ts'

/** As SST's CLI seals a function's links. */
const seal = (links: object) => {
  const folder = mkdtempSync(join(tmpdir(), 'stillframe-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const key = randomBytes(32)
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12))
  const sealed = [cipher.update(JSON.stringify(links)), cipher.final()]
  writeFileSync(join(folder, 'resource.enc'), Buffer.concat([...sealed, cipher.getAuthTag()]))
  return { SST_KEY: key.toString('base64'), SST_KEY_FILE: 'resource.enc', LAMBDA_TASK_ROOT: folder }
}

test('the exit proxies of a deployment reach the configuration', () => {
  const environment = seal({
    ExitProxies: { value: 'us=http://user:word@exit.example:8080', type: 'sst.sst.Secret' },
  })
  const { exits } = loadConfig({ ...environment, ...readLinkedSecrets(environment) })
  expect(exits.get('us')).toMatchObject([{ host: 'exit.example', port: 8080 }])
})

test('a function without links has no secrets', () => {
  expect(readLinkedSecrets(seal({}))).toEqual({})
})

test('outside of a deployment there are none', () => {
  expect(readLinkedSecrets({ LAMBDA_TASK_ROOT: '/nowhere' })).toEqual({})
})

test('a package that is not the one of the key is refused', () => {
  const environment = { ...seal({}), SST_KEY: randomBytes(32).toString('base64') }
  expect(() => readLinkedSecrets(environment)).toThrow()
})
