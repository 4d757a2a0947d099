import type { IncomingMessage, ServerResponse } from 'node:http'
import { signInHeader, signInPath } from '../lib/core/access/sign-in-link.ts'
import { redeemSignInCode } from './sign-in-codes.ts'

/**
 * Returns the part of the local service in which the dashboard exchanges the code of a sign-in link for keys (POST), or revokes it (DELETE).
 * It returns false for every other request. Only pages of this origin can set the header.
 */
export const createSignIn =
  (dataDir: string) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { method = '' } = request
    if (!['POST', 'DELETE'].includes(method) || request.url !== signInPath) return false
    request.resume()
    const redeemed = await redeemSignInCode(dataDir, String(request.headers[signInHeader] ?? ''))
    const keys = method === 'POST' ? redeemed : undefined
    response.writeHead(redeemed ? 200 : 404, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.end(JSON.stringify(keys ? { access_key: keys.accessKey, secret_key: keys.secretKey } : null))
    return true
  }
