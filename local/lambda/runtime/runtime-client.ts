import { Agent, type ClientRequest, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { toErrorPayload } from './error-payload.ts'

export interface NextInvocation {
  requestId: string
  /** Milliseconds since 1970. */
  deadlineMs: number
  functionArn: string
  traceId: string
  /** The variables of the function, one of those that share this process. */
  variables: Readonly<Record<string, string>>
  /** The event as JSON. */
  payload: string
}

/** A response that is sent while the function produces it. */
export interface ResponseUpload {
  request: ClientRequest
  /** Settles when the host has received it completely. */
  accepted: Promise<unknown>
  /** Ends the upload with an error. */
  abort(error: unknown): void
}

export interface RuntimeClient {
  /** Waits for the next event. */
  next(): Promise<NextInvocation>
  /** Tells the host that this process handles the event. Until then, the host may give it to another process. */
  postTaken(requestId: string): Promise<void>
  postResponse(requestId: string, payload: string): Promise<void>
  postError(requestId: string, error: unknown): Promise<void>
  postInitError(error: unknown): Promise<void>
  streamResponse(requestId: string, contentType: string): ResponseUpload
}

interface Response {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The client side of the Runtime API, over kept-alive connections. @param address `host:port/path` */
export const createRuntimeClient = (address: string): RuntimeClient => {
  const { hostname, port, pathname } = new URL(`http://${address}`)
  const agent = new Agent({ keepAlive: true })
  const open = (method: string, path: string, headers: RequestOptions['headers'] = {}) =>
    request({ hostname, port, agent, method, path: `${pathname}/2018-06-01/runtime${path}`, headers })
  const post = async (path: string, body: string, errorType?: string) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(errorType === undefined ? {} : { 'lambda-runtime-function-error-type': errorType }),
    }
    await responseOf(open('POST', path, headers).end(body))
  }
  const postFailure = (path: string, error: unknown) => {
    const payload = toErrorPayload(error)
    return post(path, JSON.stringify(payload), payload.errorType)
  }
  return {
    next: async () => toInvocation(await responseOf(open('GET', '/invocation/next').end())),
    postTaken: (requestId) => post(`/invocation/${requestId}/taken`, ''),
    postResponse: (requestId, payload) => post(`/invocation/${requestId}/response`, payload),
    postError: (requestId, error) => postFailure(`/invocation/${requestId}/error`, error),
    postInitError: (error) => postFailure('/init/error', error),
    streamResponse: (requestId, contentType) =>
      startUpload(open('POST', `/invocation/${requestId}/response`, streamHeaders(contentType))),
  }
}

const errorTypeTrailer = 'lambda-runtime-function-error-type'
const errorBodyTrailer = 'lambda-runtime-function-error-body'

const streamHeaders = (contentType: string) => ({
  'content-type': contentType,
  'lambda-runtime-function-response-mode': 'streaming',
  'transfer-encoding': 'chunked',
  trailer: `${errorTypeTrailer}, ${errorBodyTrailer}`,
})

const startUpload = (upload: ClientRequest): ResponseUpload => {
  const accepted = responseOf(upload)
  // The writer or awaiter handles a failure. Until then it must not count as unhandled.
  accepted.catch(() => {})
  upload.flushHeaders()
  return {
    request: upload,
    accepted,
    abort: (error) => {
      const payload = toErrorPayload(error)
      upload.addTrailers({
        [errorTypeTrailer]: payload.errorType,
        [errorBodyTrailer]: Buffer.from(JSON.stringify(payload)).toString('base64'),
      })
      upload.end()
    },
  }
}

const responseOf = (sent: ClientRequest): Promise<Response> =>
  new Promise((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (response) => {
      buffer(response).then((body) => resolve({ headers: response.headers, body }), reject)
    })
  })

const toInvocation = ({ headers, body }: Response): NextInvocation => ({
  requestId: String(headers['lambda-runtime-aws-request-id']),
  deadlineMs: Number(headers['lambda-runtime-deadline-ms']),
  functionArn: String(headers['lambda-runtime-invoked-function-arn']),
  traceId: String(headers['lambda-runtime-trace-id']),
  variables: JSON.parse(decodeURIComponent(String(headers['stillframe-function-variables']))),
  payload: body.toString(),
})
