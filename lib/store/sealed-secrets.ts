import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms'

/** Encrypts the secrets of accounts. What is sealed for one account cannot be opened for another one. */
export interface SealedSecrets {
  seal(accountId: string, secret: string): Promise<string>
  /** @throws if it was changed, or sealed with another key or for another account */
  open(accountId: string, sealed: string): Promise<string>
}

/** With a key of KMS, which never leaves it. CloudTrail shows the account of each call. */
export const createKmsSecrets = ({
  kms,
  keyId,
}: {
  kms: Pick<KMSClient, 'send'>
  keyId: string
}): SealedSecrets => {
  const contextOf = (account: string) => ({ KeyId: keyId, EncryptionContext: { account } })
  return {
    async seal(accountId, secret) {
      const { CiphertextBlob } = await kms.send(
        new EncryptCommand({ ...contextOf(accountId), Plaintext: Buffer.from(secret) }),
      )
      return Buffer.from(CiphertextBlob ?? []).toString('base64')
    },
    async open(accountId, sealed) {
      const { Plaintext } = await kms.send(
        new DecryptCommand({ ...contextOf(accountId), CiphertextBlob: Buffer.from(sealed, 'base64') }),
      )
      return Buffer.from(Plaintext ?? []).toString()
    },
  }
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** With a key file of 32 bytes, where there is no KMS. */
export const createFileSecrets = ({ keyFile }: { keyFile: string }): SealedSecrets => ({
  async seal(accountId, secret) {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, await readFile(keyFile), iv).setAAD(Buffer.from(accountId))
    const text = Buffer.concat([cipher.update(secret), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
  },
  async open(accountId, sealed) {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv(algorithm, await readFile(keyFile), bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(accountId))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
  },
})
