import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { resultPrefix } from '../infra/files.ts'
import { pageTextHeaders, resultHeaders } from '../infra/headers.ts'
import { type AppError, MethodNotAllowedError, NotFoundError } from '../lib/base/errors.ts'
import { withoutUndefined } from '../lib/base/without-undefined.ts'
import { createRequestId } from '../lib/core/requests/request-id.ts'
import { isPageText, readResultName, resultNotFoundMessage } from '../lib/core/requests/result-name.ts'
import { decideFile, type FileDecision } from './file-conditions.ts'

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
    if (!(await sendResult({ s3, bucket, nowMs }, name, request, response)))
      refuse(new NotFoundError(resultNotFoundMessage))
    return true
  }

/** Returns false without a response if no such result exists. */
const sendResult = async (
  { s3, bucket, nowMs }: Deps,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> => {
  const facts = readResultName(name)
  if (!facts || facts.expires * 1000 <= nowMs()) return false
  const at = { Bucket: bucket, Key: `${resultPrefix}${name}` }
  const object = await unlessMissing(s3.send(new HeadObjectCommand(at)))
  if (!object) return false
  return sendObject(s3, request, response, { at, object, extension: facts.extension })
}

/** Returns undefined if the object does not exist. S3 then responds with 403 to a role that cannot list the bucket, and with 404 to others. */
const unlessMissing = async <Output>(call: Promise<Output>): Promise<Output | undefined> => {
  try {
    return await call
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode === 403 || $metadata?.httpStatusCode === 404) return undefined
    throw error
  }
}

interface Location {
  Bucket: string
  Key: string
}

interface Sending {
  at: Location
  object: HeadObjectCommandOutput
  extension: string
}

/** Returns false without a response if the object has been deleted since its facts were read. */
const sendObject = async (
  s3: Deps['s3'],
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { at, object, extension }: Sending,
): Promise<boolean> => {
  const bytes = object.ContentLength ?? 0
  const file = { etag: object.ETag ?? '', modifiedMs: object.LastModified?.getTime() ?? 0, bytes }
  const decision = decideFile(headers, file)
  const hasBody = decision.status === 200 || decision.status === 206
  const range = decision.status === 206 && { Range: `bytes=${decision.start}-${decision.end}` }
  const isRead = method !== 'HEAD' && hasBody && bytes > 0
  // Before the status is sent, because reading may fail.
  const read = isRead
    ? await unlessMissing(s3.send(new GetObjectCommand({ ...at, ...range })))
    : { Body: Readable.from([]) }
  if (!read) return false
  response.writeHead(decision.status, {
    ...withoutUndefined({ ...headersOf(object), ...bodyHeaders(decision, object) }),
    ...(isPageText(extension) ? pageTextHeaders : resultHeaders),
  })
  await sendBody(read.Body as Readable, response)
  return true
}

/** Reports an object that ends early. The error of the pipeline would be the same as for a client that disconnects. */
const sendBody = async (body: Readable, response: ServerResponse): Promise<void> => {
  let isCut = false
  body.once('close', () => {
    isCut = !body.readableEnded && !response.closed
  })
  await pipeline(body, response).catch((cause: unknown) => {
    throw isCut ? new Error('S3 ended the object early.', { cause }) : cause
  })
}

/** A 304 repeats them, because a cache updates its copy with them. */
const headersOf = (object: HeadObjectCommandOutput) => ({
  'cache-control': object.CacheControl,
  expires: object.ExpiresString,
  etag: object.ETag,
  'last-modified': object.LastModified?.toUTCString(),
})

const bodyHeaders = (decision: FileDecision, object: HeadObjectCommandOutput) => {
  const bytes = object.ContentLength ?? 0
  if (decision.status === 304 || decision.status === 412) return {}
  if (decision.status === 416) return { 'content-length': 0, 'content-range': `bytes */${bytes}` }
  const part = decision.status === 206 ? decision : undefined
  return {
    'content-type': object.ContentType,
    'content-disposition': object.ContentDisposition,
    'accept-ranges': 'bytes',
    'content-length': part ? part.end - part.start + 1 : bytes,
    'content-range': part && `bytes ${part.start}-${part.end}/${bytes}`,
  }
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
