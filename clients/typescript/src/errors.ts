/** The service refused a request, could not serve it, or could not be reached. */
export class StillframeError extends Error {
  override readonly name = 'StillframeError'
  /** HTTP status. 0 for a request that failed in the background, and without a response. */
  readonly status: number
  /** One of the codes of the service, such as `page_timeout`, or `unreachable`. */
  readonly code: string
  readonly requestId: string | undefined
  /** Seconds after which the request can be sent again, of a 429. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    facts: {
      status: number
      code: string
      requestId?: string | undefined
      retryAfter?: number | undefined
      cause?: unknown
    },
  ) {
    super(message, { cause: facts.cause })
    this.status = facts.status
    this.code = facts.code
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
  }
}

/** Returns the error of a response. A proxy in front of the service may answer with something that is not JSON. */
export const toError = async (response: Response): Promise<StillframeError> => {
  const body = await response.text()
  const { message = body || response.statusText, code = 'unknown' } = parse(body)
  return new StillframeError(message, {
    status: response.status,
    code,
    requestId: response.headers.get('x-service-request-id') ?? undefined,
    retryAfter: toRetrySeconds(response),
  })
}

/** Returns the wait of a `Retry-After`, which is in seconds or a date. Undefined without one. */
export const toRetrySeconds = ({ headers }: Pick<Response, 'headers'>): number | undefined => {
  const value = headers.get('retry-after') ?? ''
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value)
  const dateMs = /^[A-Z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(dateMs) ? undefined : Math.max(0, (dateMs - Date.now()) / 1000)
}

const parse = (body: string): { message?: string; code?: string } => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
