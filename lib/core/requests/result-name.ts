import { createHmac } from 'node:crypto'

/** The last 8 digits before the extension are the Unix second at which the result expires. Also part of the edge function `expiry`. */
export const resultNamePattern = /^[0-9a-f]{48}([0-9a-f]{8})\.([a-z0-9]{1,8})$/

export interface NameParts {
  /** The account's secret key. Without it, a name cannot be computed from the parameters. */
  secretKey: string
  cacheKey: string
  requestId: string
  /** 16 bytes, so two renders of one request never write the same object. */
  random: Uint8Array
  /** Unix seconds. */
  expires: number
  /** Without dot. */
  extension: string
}

/**
 * Returns the name `<hash>.<ext>` of a stored result. The name contains the expiry, so the edge can enforce it to the second without
 * a lookup, even if the bucket's lifecycle rule has not run yet.
 */
export const toResultName = ({ secretKey, cacheKey, requestId, random, expires, extension }: NameParts) => {
  const message = [cacheKey, requestId, Buffer.from(random).toString('hex')].join('\n')
  const hash = createHmac('sha256', secretKey).update(message).digest('hex').slice(0, 48)
  return `${hash}${expires.toString(16).padStart(8, '0')}.${extension}`
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
export const pageTextExtensions: readonly string[] = ['html', 'md']

export const isPageText = (extension: string): boolean => pageTextExtensions.includes(extension)

export const pageTextPolicy = "sandbox; default-src 'none'"
