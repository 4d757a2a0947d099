import { pageTextPolicy } from '../lib/core/requests/result-name.ts'

/** Security headers of what CloudFront serves from buckets. The local service sends the same. */
export interface SecurityHeaders {
  'x-content-type-options': 'nosniff'
  'content-security-policy'?: string
  'referrer-policy'?: 'no-referrer'
}

/** Results: images, videos, documents and data. */
export const resultHeaders: SecurityHeaders = { 'x-content-type-options': 'nosniff' }

/** Results that contain a page's own text. It is untrusted, so it must not run or load anything. */
export const pageTextHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': pageTextPolicy,
} as const satisfies SecurityHeaders

/** Documentation pages. They have inline styles and scripts. */
export const siteHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; img-src 'self' data:",
  'referrer-policy': 'no-referrer',
} as const satisfies SecurityHeaders
