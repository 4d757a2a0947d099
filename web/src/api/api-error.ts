/** An error response, or a request without a response: then `status` is 0 and `code` is `unreachable`. */
export class ApiError extends Error {
  readonly status: number
  /** The stable code of `X-Service-Error`. */
  readonly code: string
  readonly requestId: string | undefined
  /** Seconds, of a 429. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    facts: { status: number; code: string; requestId?: string | undefined; retryAfter?: number | undefined },
  ) {
    super(message)
    this.status = facts.status
    this.code = facts.code
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
  }
}

/** Reads the error of a response. API Gateway and CloudFront can respond with something else than the service's JSON. */
export const readApiError = async (response: Response): Promise<ApiError> => {
  const { headers, status } = response
  const text = await response.text()
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  return new ApiError(readMessage(text) ?? `The service returned status ${status}.`, {
    status,
    code: headers.get('x-service-error') ?? 'unknown',
    requestId: headers.get('x-service-request-id') ?? undefined,
    retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter,
  })
}

const readMessage = (text: string): string | undefined => {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** Returns the error of a request that got no response. */
export const unreachable = (): ApiError =>
  new ApiError('The service cannot be reached. Check the connection and try again.', {
    status: 0,
    code: 'unreachable',
  })
