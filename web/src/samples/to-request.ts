import { operations } from '../../../lib/schema/operations.ts'
import { parametersFor, publicValues, type RenderCall, toPairs } from '../parameters/form-values.ts'
import type { SampleRequest } from './code-samples.ts'

/** Many servers and API Gateway limit a request line with its headers. */
const queryLengthMax = 4000

type PostReason = 'long' | 'private' | 'only'

/** Returns why a call is sent by POST, or undefined if GET is possible. */
export const postReason = (call: RenderCall): PostReason | undefined => {
  const methods: readonly string[] = operations[call.operation].methods
  if (!methods.includes('GET')) return 'only'
  const parameters = parametersFor(call.operation)
  const isPrivate = Object.keys(call.values).some(
    (name) => name !== 'url' && parameters.get(name)?.schema['x-private'],
  )
  if (isPrivate || publicValues(call)['url'] !== call.values['url']) return 'private'
  return new URLSearchParams(toPairs(call)).toString().length > queryLengthMax ? 'long' : undefined
}

const extensions: Record<RenderCall['operation'], string> = {
  screenshot: 'jpeg',
  screencast: 'mp4',
  pdf: 'pdf',
  scrape: 'html',
  snapshot: 'json',
}

/** Returns the extension of the file that a call returns. */
export const extensionOf = ({ operation, values }: RenderCall): string => {
  if (values['response_type'] === 'json' || values['async'] === true) return 'json'
  const format = values['format']
  return typeof format === 'string' ? format : extensions[operation]
}

/** Returns the request that the samples make. */
export const toRequest = (call: RenderCall, baseUrl: string): SampleRequest => ({
  baseUrl,
  path: operations[call.operation].path,
  file: `${call.operation}.${extensionOf(call)}`,
  ...(postReason(call)
    ? { method: 'POST', parameters: call.values }
    : { method: 'GET', parameters: Object.fromEntries(toPairs(call)), values: call.values }),
})
