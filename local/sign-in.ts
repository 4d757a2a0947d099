import type { IncomingMessage, ServerResponse } from 'node:http'
import { signInHeader, signInPath } from '../lib/core/access/sign-in-link.ts'
import { redeemSignInCode } from './sign-in-codes.ts'

/**
 * Returns the part of the local service in which the dashboard exchanges the code of a sign-in link for keys. It returns false for every
 * other request. Only pages of this origin can set the header.
 */
export const createSignIn =
  (dataDir: string) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.method !== 'POST' || request.url !== signInPath) return false
    request.resume()
    const keys = await redeemSignInCode(dataDir, String(request.headers[signInHeader] ?? ''))
    response.writeHead(keys ? 200 : 404, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.end(JSON.stringify(keys ? { access_key: keys.accessKey, secret_key: keys.secretKey } : null))
    return true
  }
