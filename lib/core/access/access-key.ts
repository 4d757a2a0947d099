import { createHash, timingSafeEqual } from 'node:crypto'

/** An access key begins with its account's id, so authentication is one read by key. */
export const accountIdLength = 6
export const accessKeyLength = 24
export const secretKeyLength = 40

const accountIdPattern = /^[0-9A-Za-z]{6}$/

export const isAccountId = (text: string): boolean => accountIdPattern.test(text)

const accessKeyPattern = /^[0-9A-Za-z]{24}$/

/** Returns the account id in a key, or undefined if the key is malformed. */
export const toAccountId = (accessKey: string): string | undefined =>
  accessKeyPattern.test(accessKey) ? accessKey.slice(0, accountIdLength) : undefined

/** Returns the lowercase hex SHA-256, the only form in which an access key is stored. */
export const hashAccessKey = (accessKey: string) => createHash('sha256').update(accessKey).digest('hex')

/** Compares in constant time. */
export const isKeyOf = (accessKey: string, storedHash: string): boolean => {
  const expected = Buffer.from(storedHash, 'hex')
  const actual = createHash('sha256').update(accessKey).digest()
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
