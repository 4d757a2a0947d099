/** The keys of an account. */
export interface Keys {
  accessKey: string
  /** Undefined if the user signed in with the access key alone. */
  secretKey?: string
}

/** Returns the account of an access key: its first characters. */
export const toAccountId = (accessKey: string): string => accessKey.slice(0, 6)

/** Returns what is wrong with an access key that a person entered, or undefined. */
export const findAccessKeyProblem = (accessKey: string): string | undefined =>
  /^[0-9A-Za-z]{24}$/.test(accessKey) ? undefined : 'An access key has 24 letters and digits.'

/** Returns what is wrong with a secret key that a person entered, or undefined. The form may do without one. */
export const findSecretKeyProblem = (secretKey: string): string | undefined =>
  /^$|^[0-9A-Za-z]{40}$/.test(secretKey) ? undefined : 'A secret key has 40 letters and digits.'
