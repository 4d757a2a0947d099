import type { APIGatewayProxyEvent } from 'aws-lambda'
import { AppError } from '../../../lib/base/errors.ts'
import { rawQueryHeader } from '../../../lib/core/access/raw-query.ts'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { checkSignature } from '../../../lib/http/check-signature.ts'
import type { KeyScope } from '../../../lib/schema/key-scopes.ts'

export const secretKey = 'the secret key of an account'
export const off = { secretKey, scope: 'full' as KeyScope }
export const on = { ...off, signedRequests: true }
export const nowMs = 1_800_000_000_000
export const operation = { path: '/v1/screenshot' }

type Parts = Pick<
  APIGatewayProxyEvent,
  'httpMethod' | 'multiValueQueryStringParameters' | 'multiValueHeaders' | 'body' | 'isBase64Encoded'
>

const toEvent = (parts: Partial<Parts>) => parts as APIGatewayProxyEvent

const parse = (query: string) =>
  Object.fromEntries(
    [...Map.groupBy(new URLSearchParams(`?${query}`), ([name]) => name)].map(([name, pairs]) => [
      name,
      pairs.map(([, value]) => value),
    ]),
  )

/** A GET as it comes through the edge. */
export const get = (query: string, headers: Record<string, string[]> = { [rawQueryHeader]: [query] }) =>
  toEvent({
    httpMethod: 'GET',
    multiValueQueryStringParameters: query === '' ? null : parse(query),
    multiValueHeaders: headers,
  })

export const post = (body: string, signatures: string[], httpMethod = 'POST') =>
  toEvent({
    httpMethod,
    body,
    multiValueHeaders: signatures.length > 0 ? { 'x-service-SIGNATURE': signatures } : {},
  })

export const signatureOf = (text: string) => createSignature(secretKey, Buffer.from(text))

export const sign = (query: string) => `${query}&signature=${signatureOf(query)}`

/** `signed`, `unsigned`, or the code of the error. */
export const outcome = (event: APIGatewayProxyEvent, account: typeof off) => {
  try {
    return checkSignature(event, operation, account, nowMs) ? 'signed' : 'unsigned'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}
