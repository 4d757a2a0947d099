import type { ApiEvent } from './call.ts'
import { bodyBytes } from './read-request.ts'
import type { ApiResponse } from './response.ts'

/** Returns the request of an event in the form of the web platform. */
export const toWebRequest = (event: ApiEvent, url: string, signal: AbortSignal): Request => {
  const { httpMethod: method } = event
  const headers = Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  )
  const isSent = event.body !== null && method !== 'GET' && method !== 'HEAD'
  return new Request(url, {
    method,
    headers,
    signal,
    ...(isSent && { body: new Uint8Array(bodyBytes(event)) }),
  })
}

/** Reads the whole response. */
export const toApiResponse = async (response: Response): Promise<ApiResponse> => ({
  statusCode: response.status,
  headers: Object.fromEntries(response.headers),
  body: Buffer.from(await response.arrayBuffer()),
})
