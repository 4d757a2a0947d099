import type { Method, Operation, OperationId } from '../../../lib/schema/operations.ts'

/** Options that each operation takes as they are. */
const samples: Record<OperationId, Record<string, unknown>> = {
  screenshot: { html: '<p>sample' },
  scrape: { url: 'http://example.com/' },
  screencast: { url: 'http://example.com/' },
  pdf: { html: '<p>sample' },
  devices: {},
  usage: {},
  list_requests: {},
  get_request: {},
  repeat_webhook: {},
  create_task: { name: 'sample', api: 'screenshot', query: 'html=sample', frequency: 'every_day' },
  list_tasks: {},
  get_task: {},
  update_task: { enabled: false },
  delete_task: {},
  get_account: {},
  openapi: {},
}

export interface SampleRequest {
  method: Method
  options: Record<string, unknown>
}

/** A right request for each method of an operation. */
export const sampleRequests = ({ id, methods }: Operation): SampleRequest[] => {
  const options = new Map(Object.entries(samples)).get(id)
  if (!options) throw new Error(`test/support/service/sample-requests.ts has no sample of ${id}`)
  return methods.map((method) => ({ method, options }))
}

/** Sends options the way their method takes them. */
export const sendOptions = (
  address: string,
  { method, options }: SampleRequest,
  headers: Record<string, string> = {},
): Promise<Response> => {
  if (method === 'POST' || method === 'PATCH')
    return fetch(address, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(options),
    })
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))
  return fetch(`${address}${query.size > 0 ? `?${query}` : ''}`, { method, headers })
}
