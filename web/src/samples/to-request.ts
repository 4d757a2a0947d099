import { operations } from '../../../lib/schema/operations.ts'
import { parametersFor, type RenderCall, toPairs, type Values } from '../parameters/form-values.ts'

/** A request as the code samples print it. The access key is not part of it. */
export interface SampleRequest {
  /** Without the query string. */
  url: string
  /** Where the sample stores the result. */
  file: string
  /** The query string of a GET. Each name occurs once. */
  query?: [string, string][]
  /** The body of a POST. */
  body?: Values
}

/** Many servers and API Gateway limit a request line with its headers. */
const queryLengthMax = 4000

export type PostReason = 'long' | 'private'

/** Returns why a call is sent by POST, or undefined if GET is possible. */
export const postReason = (call: RenderCall): PostReason | undefined => {
  const parameters = parametersFor(call.operation)
  const isPrivate = Object.keys(call.values).some(
    (name) => name !== 'url' && parameters.get(name)?.schema['x-private'],
  )
  if (isPrivate) return 'private'
  return new URLSearchParams(toPairs(call)).toString().length > queryLengthMax ? 'long' : undefined
}

const extensions: Record<RenderCall['operation'], string> = {
  screenshot: 'jpeg',
  screencast: 'mp4',
  pdf: 'pdf',
  scrape: 'html',
}

/** Returns the extension of the file that a call returns. */
export const extensionOf = ({ operation, values }: RenderCall): string => {
  const format = values['format']
  return typeof format === 'string' ? format : extensions[operation]
}

/** Returns the request that the samples make. */
export const toRequest = (call: RenderCall, baseUrl: string): SampleRequest => ({
  url: `${baseUrl}${operations[call.operation].path}`,
  file: `${call.operation}.${extensionOf(call)}`,
  ...(postReason(call) ? { body: call.values } : { query: toPairs(call) }),
})
