import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { resultPrefix } from '../infra/files.ts'
import { pageTextHeaders, resultHeaders } from '../infra/headers.ts'
import { createRequestId } from '../lib/core/requests/request-id.ts'
import { isPageText, readResultName, resultNotFoundMessage } from '../lib/core/requests/result-name.ts'
import { withoutUndefined } from '../lib/core/telemetry/without-undefined.ts'
import { type AppError, MethodNotAllowedError, NotFoundError } from '../lib/errors.ts'

interface Deps {
  s3: Pick<S3Client, 'send'>
  bucket: string
  nowMs: () => number
}

const prefix = `/${resultPrefix}`

/**
 * Serves stored results as CloudFront does. Checks the expiry in the name before it reads the bucket, so a file expires at the exact
 * second. Responses without a file have the service's error body.
 * @returns false for a request to any other path
 */
export const createResults =
  ({ s3, bucket, nowMs }: Deps) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (!path.startsWith(prefix)) return false
    const name = path.slice(prefix.length)
    const refuse = (error: AppError) => sendError(response, error, nowMs())
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(new MethodNotAllowedError('Results can be read with GET and HEAD only.', ['GET', 'HEAD']))
      return true
    }
    const facts = readResultName(name)
    const object =
      facts &&
      facts.expires * 1000 > nowMs() &&
      (await readObject(s3, request, { Bucket: bucket, Key: `${resultPrefix}${name}` }))
    if (!facts || !object) refuse(new NotFoundError(resultNotFoundMessage))
    else await sendObject(request, response, object, facts.extension)
    return true
  }

interface StoredObject {
  status: number
  output: Partial<GetObjectCommandOutput>
}

/** S3 evaluates ranges and conditions. A request that it rejects has no body. */
const readObject = async (
  s3: Deps['s3'],
  { method, headers }: IncomingMessage,
  at: { Bucket: string; Key: string },
): Promise<StoredObject | undefined> => {
  const input = { ...at, Range: headers.range, IfNoneMatch: headers['if-none-match'] }
  try {
    const output = await (method === 'HEAD'
      ? s3.send(new HeadObjectCommand(input))
      : s3.send(new GetObjectCommand(input)))
    return { status: output.ContentRange ? 206 : 200, output }
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
    // S3 does not distinguish a missing object from a missing permission.
    if (status === 403) return undefined
    if (status === 304 || status === 416) return { status, output: {} }
    throw error
  }
}

const sendObject = async (
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, output }: StoredObject,
  extension: string,
) => {
  response.writeHead(status, {
    ...withoutUndefined({
      'content-type': output.ContentType,
      'content-disposition': output.ContentDisposition,
      'content-length': output.ContentLength,
      'content-range': output.ContentRange,
      'accept-ranges': output.AcceptRanges,
      'cache-control': output.CacheControl,
      expires: output.ExpiresString,
      etag: output.ETag,
      'last-modified': output.LastModified?.toUTCString(),
    }),
    ...(isPageText(extension) ? pageTextHeaders : resultHeaders),
  })
  if (method === 'HEAD' || !output.Body) response.end()
  else await pipeline(output.Body as Readable, response)
}

const sendError = (response: ServerResponse, error: AppError, nowMs: number) => {
  const body = JSON.stringify(error)
  response.writeHead(error.statusCode, {
    ...error.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-service-error': error.code,
    'x-service-request-id': createRequestId(nowMs, randomBytes(10)),
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
