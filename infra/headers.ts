import { pageTextPolicy } from '../lib/core/requests/result-name.ts'

/** Security headers of what CloudFront serves from buckets. The local service sends the same. */
export interface SecurityHeaders {
  'x-content-type-options': 'nosniff'
  'content-security-policy'?: string
  'referrer-policy'?: 'no-referrer'
  'x-frame-options'?: 'DENY'
  'cross-origin-opener-policy'?: 'same-origin'
  'cross-origin-resource-policy'?: 'same-origin'
  'permissions-policy'?: string
}

/** Results: images, videos, documents and data. */
export const resultHeaders: SecurityHeaders = { 'x-content-type-options': 'nosniff' }

/** Results that contain a page's own text. It is untrusted, so it must not run or load anything. */
export const pageTextHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': pageTextPolicy,
} as const satisfies SecurityHeaders

/** What a page of the site cannot use: other windows, other origins and the devices of the visitor. */
const isolation = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const satisfies SecurityHeaders

/** Landing page and documentation. VitePress has two inline scripts, the same on every page, and colors code with inline styles. */
export const siteHeaders = {
  ...isolation,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self' 'sha256-CUFLjg0/PrsMf8xbok429Fq66aDGe3lUN/QY4rcXnT8=' 'sha256-ng8W1FnGVqbzCCV1hV2EGXSMN/WlYnkoQZy8x1kkcsM='",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const satisfies SecurityHeaders

/**
 * The dashboard, which holds the keys of an account. It has no inline scripts and styles. The Trusted Types policy is in
 * `web/src/strict-mode.ts`.
 */
export const dashboardHeaders = {
  ...isolation,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; '),
} as const satisfies SecurityHeaders

/** Returns the headers of a file of the site. */
export const siteHeadersOf = (path: string): SecurityHeaders =>
  path.startsWith('dashboard/') ? dashboardHeaders : siteHeaders
