import { readdir, readFile, utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  readSignInLink,
  signInHeader,
  signInPath,
  toSignInLink,
} from '../../../lib/core/access/sign-in-link.ts'
import { createSignIn } from '../../../local/sign-in.ts'
import { issueSignInCode, redeemSignInCode } from '../../../local/sign-in-codes.ts'
import { listen } from '../../support/listen.ts'
import { nowMs } from '../../support/now.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const keys = { accessKey: '3FaZ0kQ9xWm2TtB7cR5vYh1D', secretKey: 'Zk3v9QhT1mR8sYc5wB2nF7xL4pG6dJ0aKeUiOtVy' }

test('of many requests with a code, one receives the keys', async () => {
  const dataDir = temporaryFolder()
  const code = await issueSignInCode(dataDir, keys)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => redeemSignInCode(dataDir, code)))
  expect(outcomes.filter((found) => found !== undefined)).toEqual([keys])
  expect(await readdir(join(dataDir, 'sign-in'))).toEqual([])
})

test.each(['', '../service', 'a'.repeat(32)])('a code that was not issued is not found: %j', async (code) => {
  const dataDir = temporaryFolder()
  expect(await redeemSignInCode(dataDir, code)).toBeUndefined()
  await issueSignInCode(dataDir, keys)
  expect(await redeemSignInCode(dataDir, code)).toBeUndefined()
})

test.each([61, -61])('a code of %i minutes ago has expired', async (minutes) => {
  const dataDir = temporaryFolder()
  const code = await issueSignInCode(dataDir, keys)
  const [name = ''] = await readdir(join(dataDir, 'sign-in'))
  const written = new Date(nowMs() - minutes * 60_000)
  await utimes(join(dataDir, 'sign-in', name), written, written)
  expect(await redeemSignInCode(dataDir, code)).toBeUndefined()
})

test('a code that was revoked gives no keys, neither to the one who revokes it', async () => {
  const dataDir = temporaryFolder()
  const code = await issueSignInCode(dataDir, keys)
  const signIn = createSignIn(dataDir)
  const server = createServer((request, response) => void signIn(request, response))
  const port = await listen(server)
  const send = async (method: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${signInPath}`, {
      method,
      headers: { [signInHeader]: code },
    })
    return [response.status, await response.json()]
  }
  expect(await send('DELETE')).toEqual([200, null])
  expect(await send('POST')).toEqual([404, null])
})

test('the stored file has neither the code nor a key', async () => {
  const dataDir = temporaryFolder()
  const code = await issueSignInCode(dataDir, keys)
  const [name = ''] = await readdir(join(dataDir, 'sign-in'))
  const stored = name + (await readFile(join(dataDir, 'sign-in', name), 'latin1'))
  for (const secret of [code, keys.accessKey, keys.secretKey]) expect(stored).not.toContain(secret)
})

test('a link has the account and the code, and other fragments offer nothing', async () => {
  const code = await issueSignInCode(temporaryFolder(), keys)
  const offer = { accountId: '3FaZ0k', code }
  expect(readSignInLink(new URL(toSignInLink('http://127.0.0.1:3000', offer)).hash)).toEqual(offer)
  for (const other of [
    '',
    '#sign_in=',
    `#sign_in=3FaZ0k.${code}x`,
    `#sign_in=3FaZ0.${code}`,
    '#access_key=a',
  ])
    expect(readSignInLink(other)).toBeUndefined()
})
