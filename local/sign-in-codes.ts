import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './start-fault.ts'

interface SignInKeys {
  accessKey: string
  secretKey: string
}

export const signInMinutes = 60

const folderOf = (dataDir: string) => join(dataDir, 'sign-in')

/** Returns a code that can be exchanged once for the keys, in the next hour. The file that it leads to is encrypted with it. */
export const issueSignInCode = async (dataDir: string, keys: SignInKeys): Promise<string> => {
  const code = randomBytes(24).toString('base64url')
  const folder = folderOf(dataDir)
  await makeFolder(folder)
  await removeExpired(folder)
  await writeFile(join(folder, nameOf(code)), seal(code, keys), { mode: 0o600, flag: 'wx' })
  return code
}

/** Returns the keys of a code, which cannot be used again. Undefined for one that was used, has expired or never existed. */
export const redeemSignInCode = async (dataDir: string, code: string): Promise<SignInKeys | undefined> => {
  const folder = folderOf(dataDir)
  await removeExpired(folder)
  // Of several requests with the code, one can rename the file.
  const taken = join(folder, `${nameOf(code)}.${randomBytes(8).toString('hex')}`)
  try {
    await rename(join(folder, nameOf(code)), taken)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  const sealed = await readFile(taken)
  await rm(taken)
  return open(code, sealed)
}

const makeFolder = async (folder: string) => {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

const removeExpired = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const writtenMs = (await stat(path).catch(() => undefined))?.mtimeMs
    // Also one of the future: the clock was set back.
    if (writtenMs !== undefined && Math.abs(Date.now() - writtenMs) > signInMinutes * 60_000)
      await rm(path, { force: true })
  }
}

const nameOf = (code: string) => createHash('sha256').update(code).digest('hex')

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const keyOf = (code: string) => Buffer.from(hkdfSync('sha256', code, '', 'sign-in', 32))

const seal = (code: string, keys: SignInKeys): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(code), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(keys)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

const open = (code: string, sealed: Buffer): SignInKeys => {
  const tagEnd = nonceBytes + tagBytes
  const decipher = createDecipheriv(algorithm, keyOf(code), sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(nonceBytes, tagEnd))
  const text = Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
  return JSON.parse(text.toString()) as SignInKeys
}
