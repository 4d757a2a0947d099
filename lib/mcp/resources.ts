import {
  type ListResourcesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { readResultName } from '../core/requests/result-name.ts'
import type { RequestList } from '../schema/requests.ts'
import { type ApiClient, ApiFailure } from './api-client.ts'

const listLimit = 50

/** Returns the files of the latest requests that stored one. The URI of a file is its public URL, so an agent can also open it itself. */
export const listFiles = async (api: ApiClient): Promise<ListResourcesResult> => {
  const { body } = await api.send('GET', `/v1/requests?status=done&stored=true&limit=${listLimit}`)
  const { requests } = JSON.parse(body.toString()) as RequestList
  return {
    resources: requests.flatMap(({ file, operation, url, created, content_type, bytes }) =>
      file === null
        ? []
        : [
            {
              uri: file,
              name: `${operation} of ${url ?? 'an HTML document'}`,
              description: `Rendered at ${new Date(created * 1000).toISOString()}.`,
              ...(content_type !== null && { mimeType: content_type }),
              ...(bytes !== null && { size: bytes }),
            },
          ],
    ),
  }
}

const isText = (contentType: string) => /^(text\/|application\/json)/.test(contentType)

/**
 * Returns the content of a file. Only files of results are read, never another URL.
 * @throws ResourceNotFoundError, AppError
 */
export const readFile = async (api: ApiClient, uri: string, name: string): Promise<ReadResourceResult> => {
  if (!readResultName(name)) throw new ResourceNotFoundError(uri)
  try {
    const { contentType: mimeType, body } = await api.readFile(uri)
    const content = isText(mimeType) ? { text: body.toString() } : { blob: body.toString('base64') }
    return { contents: [{ uri, mimeType, ...content }] }
  } catch (error) {
    if (error instanceof ApiFailure && error.statusCode === 404) throw new ResourceNotFoundError(uri)
    throw error
  }
}
