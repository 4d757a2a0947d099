import { AppError, InternalError, ResultTooLargeError } from '../base/errors.ts'

/** The API refused a request, or the render failed. Code and message come from the API. */
export class ApiFailure extends AppError {
  override readonly statusCode: number
  override readonly error: string
  override readonly code: string
  /** Seconds after which a retry may succeed, if the API says so. */
  readonly retryAfter: string | undefined

  constructor({ status, statusText, headers }: Response, code: string, message: string) {
    super(message)
    this.statusCode = status
    this.error = statusText
    this.code = code
    this.retryAfter = headers.get('retry-after') ?? undefined
  }
}

interface ApiResult {
  headers: Headers
  contentType: string
  body: Buffer
}

/** The public HTTP API, with the access key of the caller. */
export interface ApiClient {
  /**
   * @param body the parameters of a POST
   * @throws ApiFailure for every status but 2xx, ResultTooLargeError
   */
  send(method: 'GET' | 'POST', path: string, body?: object): Promise<ApiResult>
  /** Fetches the file of a result, whose URL is public. The key is not sent. */
  readFile(url: string): Promise<ApiResult>
}

interface ApiClientOptions {
  /** URL of the API without trailing slash. */
  baseUrl: string
  accessKey: string
  /** The trace of the caller's request, which the calls continue. */
  traceparent: string
  signal: AbortSignal
}

/** Base64 of it is 5 MB, and the largest part of the response to the agent. */
const resultBytesMax = 3_750_000

/** Lambda freezes the process between two calls. A connection that was kept alive can be dead by then without an error. */
const noReuse = { connection: 'close' }

export const createApiClient = ({
  baseUrl,
  accessKey,
  traceparent,
  signal,
}: ApiClientOptions): ApiClient => ({
  send: (method, path, body) =>
    request(baseUrl + path, {
      method,
      headers: { ...noReuse, 'content-type': 'application/json', 'x-access-key': accessKey, traceparent },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    }),
  readFile: (url) => request(url, { headers: noReuse, signal }),
})

const request = async (url: string, init: RequestInit): Promise<ApiResult> => {
  const response = await fetch(url, { ...init, redirect: 'error' }).catch((cause) => {
    throw new InternalError('The API could not be reached. Try again.', { cause })
  })
  const contentType = response.headers.get('content-type') ?? ''
  const body = await readBody(response)
  if (response.ok) return { headers: response.headers, contentType, body }
  const code = response.headers.get('x-service-error') ?? 'unknown_error'
  throw new ApiFailure(response, code, messageOf(body) ?? `The API returned ${response.status}.`)
}

const readBody = async (response: Response): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > resultBytesMax)
      throw new ResultTooLargeError(
        `The result is larger than ${resultBytesMax} bytes, which is more than a tool returns. Request less, for example a smaller image.`,
      )
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const messageOf = (body: Buffer): string | undefined => {
  try {
    return (JSON.parse(body.toString()) as { message?: string }).message
  } catch {
    return undefined
  }
}
