import { dashboardRate } from '../../../lib/core/access/rate-limit.ts'
import { toSignedContent } from '../../../lib/core/access/signed-content.ts'
import type { Keys } from '../session/keys.ts'
import { readSession, signOut } from '../session/session.ts'
import { ApiError, readApiError, unreachable } from './api-error.ts'
import { readRateHeaders } from './poll-budget.ts'
import { readServerDate } from './server-clock.ts'
import { canSign, signContent } from './web-signature.ts'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The documented path, such as `/v1/requests/{id}` with its id. */
  path: string
  query?: Readonly<Record<string, string>> | URLSearchParams
  body?: object
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** `never` for operations that do not accept a signature, `always` for those that demand one. Otherwise as the account requires. */
  sign?: 'never' | 'as-required' | 'always'
}

/** Whether the account requires signed requests. Corrected by what the service says. */
let required = false

/** Applies what the account stated. False when its session ends. */
export const requireSigning = (isRequired: boolean): void => {
  required = isRequired
}

const isSigned = ({ sign = 'as-required' }: Call) => sign === 'always' || (sign === 'as-required' && required)

/** Sends a call with the keys of the session. @throws ApiError unless the service accepts it */
export const callApi = async (call: Call): Promise<Response> => {
  const { keys } = readSession()
  if (!keys) throw new ApiError('You are signed out.', { status: 401, code: 'signed_out' })
  try {
    return await callAs(keys, call)
  } catch (error) {
    const isDead = error instanceof ApiError && error.code === 'invalid_access_key'
    // A rotation in another tab can have replaced the key in the meantime.
    if (isDead && readSession().keys?.accessKey === keys.accessKey)
      signOut('The access key is no longer valid. It was rotated, or the account was closed.')
    throw error
  }
}

/** Calls the API and returns the JSON of the response. */
export const readApi = async <T>(call: Call): Promise<T> => (await callApi(call)).json() as Promise<T>

/** Does the same with keys other than the session's. */
export const readApiAs = async <T>(keys: Keys, call: Call): Promise<T> =>
  (await callAs(keys, call)).json() as Promise<T>

const callAs = async (keys: Keys, call: Call): Promise<Response> => {
  // Calls that run at the same time are refused together, so each compares the error with how it was sent itself.
  const wasSigned = isSigned(call)
  const response = await send(call, keys, wasSigned)
  if (response.ok) return response
  const error = await readApiError(response)
  const mustSign = error.code === 'missing_signature' && !wasSigned && call.sign !== 'never'
  if (!mustSign || !keys.secretKey || !canSign()) throw error
  required = true
  return callAs(keys, call)
}

const send = async (call: Call, keys: Keys, signed: boolean): Promise<Response> => {
  const { method = 'GET', signal } = call
  const request = await toRequest(call, keys, signed)
  try {
    const response = await fetch(request.url, {
      method,
      headers: {
        ...call.headers,
        ...request.headers,
        'x-access-key': keys.accessKey,
        [dashboardRate.header]: dashboardRate.client,
      },
      ...(request.body && { body: request.body }),
      ...(signal && { signal }),
      cache: 'no-store',
      credentials: 'omit',
    })
    readServerDate(response.headers.get('date'), Date.now())
    // Renders and changes count against the rate of the API, which does not limit polling.
    if (method === 'GET') readRateHeaders(response.headers, Date.now())
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable()
  }
}

const toRequest = async (call: Call, { secretKey }: Keys, signed: boolean) => {
  const { method = 'GET', path, query = {}, body } = call
  const search = new URLSearchParams(query).toString()
  const sign = async (content: string | Uint8Array) =>
    signed && secretKey && signContent(secretKey, toSignedContent(2, { method, path, content }))
  if (method !== 'GET' && method !== 'DELETE') {
    const text = body === undefined ? '' : JSON.stringify(body)
    const signature = await sign(new TextEncoder().encode(text))
    return {
      url: search === '' ? path : `${path}?${search}`,
      body: text,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(signature && { 'x-service-signature': signature }),
      },
    }
  }
  const signature = await sign(search)
  const pairs = [search, ...(signature ? [`signature=${signature}`] : [])].filter((part) => part !== '')
  return { url: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`, headers: {} }
}
