import { maskCredentials } from '../../schema/http-url.ts'
import { operations, type RenderOperationId } from '../../schema/operations.ts'
import { parametersOf } from '../../schema/parameters.ts'

/** Returns the query of a task with `***` in place of private values and of credentials in its URL. */
export const toMaskedQuery = (api: RenderOperationId, query: string): string => {
  const parameters = parametersOf(operations[api].input)
  const mask = (part: string): string => {
    const [[name, value] = ['', '']] = new URLSearchParams(part)
    // A list can be sent as `headers[]` or `headers[0]`.
    const [base = ''] = name.split('[')
    if (base === 'url') {
      const shown = maskCredentials(value)
      return shown === value ? part : `url=${encodeURIComponent(shown)}`
    }
    const parameter = parameters.get(base)
    return parameter && parameter.schema['x-private'] !== true ? part : `${encodeURIComponent(name)}=***`
  }
  return query
    .split('&')
    .map((part) => (part === '' ? part : mask(part)))
    .join('&')
}
