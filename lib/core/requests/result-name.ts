/** The last 8 digits before the extension are the Unix second at which the result expires. Also part of the edge function `expiry`. */
export const resultNamePattern = /^[0-9a-f]{48}([0-9a-f]{8})\.([a-z0-9]{1,8})$/

/** Days after which S3 deletes results that expire by then. Results that live longer are deleted after 31 days. */
export const shortLifetimeDays = [2, 7] as const

/**
 * Returns the first digits of the names of results that S3 deletes after this many days. A lifecycle rule selects objects by the
 * beginning of their key.
 */
export const toLifetimePrefix = (days: number) => String(days).padStart(8, '0')

const daySeconds = 86_400

/** S3 deletes an object at the first midnight UTC after its days, so never too early. */
const toDays = (lifeSeconds: number) =>
  shortLifetimeDays.find((days) => lifeSeconds <= days * daySeconds) ?? 31

export interface NameParts {
  /** 20 bytes, so a name cannot be guessed, and two renders never write the same object. */
  random: Uint8Array
  /** Unix seconds. */
  created: number
  /** Unix seconds. */
  expires: number
  /** Without dot. */
  extension: string
}

/**
 * Returns the name `<hash>.<ext>` of a stored result. The name contains the expiry, so the edge can enforce it to the second without
 * a lookup, even if the bucket's lifecycle rule has not run yet.
 */
export const toResultName = ({ random, created, expires, extension }: NameParts) => {
  const digits = Buffer.from(random).toString('hex')
  return `${toLifetimePrefix(toDays(expires - created))}${digits}${expires.toString(16).padStart(8, '0')}.${extension}`
}

/** Parses the name of a result. Returns undefined for anything else. */
export const readResultName = (name: string): { expires: number; extension: string } | undefined => {
  const [, digits, extension] = resultNamePattern.exec(name) ?? []
  return digits !== undefined && extension !== undefined
    ? { expires: Number.parseInt(digits, 16), extension }
    : undefined
}

export const resultNotFoundMessage = 'This result does not exist or has expired.'

/** Results that contain a page's own text, which is untrusted: under the service's URL it must not run, load anything or be displayed. */
export const pageTextExtensions: readonly string[] = ['html', 'md', 'diff']

export const isPageText = (extension: string): boolean => pageTextExtensions.includes(extension)

export const pageTextPolicy = "sandbox; default-src 'none'"
