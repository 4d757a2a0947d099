import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms'
import { expect, test } from 'vitest'
import { createFileSecrets, createKmsSecrets } from '../../../lib/store/sealed-secrets.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const secret = '{"accessKeyId":"AKIA","secretAccessKey":"ä secret"}'

const withKeyFile = async () => {
  const folder = temporaryFolder()
  const keyFile = join(folder, 'storage.key')
  await writeFile(keyFile, randomBytes(32))
  return { keyFile, secrets: createFileSecrets({ keyFile }) }
}

test('a secret that was sealed with a key file can be opened for its account only', async () => {
  const { secrets } = await withKeyFile()
  const sealed = await secrets.seal('a', secret)
  expect(Buffer.from(sealed, 'base64').includes('secret')).toBe(false)
  expect(await secrets.open('a', sealed)).toBe(secret)
  await expect(secrets.open('b', sealed)).rejects.toThrow('unable to authenticate')
  expect(await secrets.seal('a', secret)).not.toBe(sealed)
})

test('one that was changed or sealed with another key cannot be opened', async () => {
  const { keyFile, secrets } = await withKeyFile()
  const sealed = await secrets.seal('a', secret)
  for (const index of [0, 12, 28, 40]) {
    const bytes = Buffer.from(sealed, 'base64')
    bytes[index] = (bytes[index] ?? 0) ^ 1
    await expect(secrets.open('a', bytes.toString('base64'))).rejects.toThrow()
  }
  await expect(secrets.open('a', sealed.slice(0, 16))).rejects.toThrow()
  await writeFile(keyFile, randomBytes(32))
  await expect(secrets.open('a', sealed)).rejects.toThrow('unable to authenticate')
})

test('KMS encrypts with the account as its context, and with the key of the stage', async () => {
  const sent: object[] = []
  const kms = {
    async send(command: object) {
      if (!(command instanceof EncryptCommand || command instanceof DecryptCommand))
        throw new Error('unknown')
      sent.push(command.input)
      return command instanceof EncryptCommand
        ? { CiphertextBlob: Buffer.from(command.input.Plaintext ?? []).map((byte) => byte ^ 1) }
        : { Plaintext: Buffer.from(command.input.CiphertextBlob ?? []).map((byte) => byte ^ 1) }
    },
  } as unknown as Pick<KMSClient, 'send'>
  const secrets = createKmsSecrets({ kms, keyId: 'arn:aws:kms:eu-central-1:123456789012:key/k' })
  expect(await secrets.open('a', await secrets.seal('a', secret))).toBe(secret)
  const context = {
    KeyId: 'arn:aws:kms:eu-central-1:123456789012:key/k',
    EncryptionContext: { account: 'a' },
  }
  expect(sent).toEqual([expect.objectContaining(context), expect.objectContaining(context)])
})
