import type { Method, Operation, OperationId } from '../../../lib/schema/operations.ts'

/** Of a change that no account accepts, because no test changes its keys so often. */
const outdated = () => ({ expires: Math.floor(Date.now() / 1000) + 280, key_generation: 1_000_000 })

/** Options that each operation takes as they are. */
const samples: Record<OperationId, Record<string, unknown>> = {
  screenshot: { html: '<p>sample' },
  scrape: { url: 'http://example.com/' },
  screencast: { url: 'http://example.com/' },
  pdf: { html: '<p>sample' },
  snapshot: { html: '<p>sample', outputs: ['markdown'] },
  devices: {},
  usage: {},
  usage_history: {},
  list_requests: {},
  get_request: {},
  repeat_webhook: {},
  create_task: { name: 'sample', api: 'screenshot', query: 'html=sample', frequency: 'every_day' },
  list_tasks: {},
  get_task: {},
  update_task: { enabled: false },
  delete_task: {},
  list_runs: {},
  start_run: {},
  accept_baseline: {},
  get_account: {},
  update_account: { signed_requests: true },
  rotate_key: { rotate: 'access' },
  openapi: {},
}

export interface SampleRequest {
  method: Method
  options: Record<string, unknown>
}

/** A right request for each method of an operation. */
export const sampleRequests = ({ id, methods, alwaysSigned }: Operation): SampleRequest[] => {
  const sample = new Map(Object.entries(samples)).get(id)
  const options = sample && { ...sample, ...(alwaysSigned && outdated()) }
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
