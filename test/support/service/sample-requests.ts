import { createSignature } from '../../../lib/core/access/signature.ts'
import { type Method, type Operation, type OperationId, sendsBody } from '../../../lib/schema/operations.ts'
import { inSeconds } from '../now.ts'

/** Of a change that no account accepts, because no test changes its keys so often. A link has its `expires` from its signature. */
const outdated = (method: Method) => ({
  ...(method !== 'DELETE' && { expires: inSeconds(280) }),
  key_generation: 1_000_000,
})

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
  overview: {},
  list_requests: {},
  get_request: {},
  delete_request: {},
  repeat_webhook: {},
  compare: { before: 'none', after: 'none' },
  create_batch: { operation: 'scrape', requests: [{ url: 'http://example.com/' }] },
  list_batches: {},
  get_batch: {},
  cancel_batch: {},
  repeat_batch_webhook: {},
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
  list_keys: {},
  create_key: { rotate: 'access' },
  update_key: { id: 'none', name: 'sample' },
  delete_key: { id: 'none' },
  get_storage: {},
  put_storage: {
    ...{ endpoint: 'https://storage.example.com', bucket: 'sample' },
    ...{ access_key_id: 'sample', secret_access_key: 'sample-secret' },
  },
  delete_storage: {},
  list_subscriptions: {},
  create_subscription: { webhook_url: 'https://example.com/hook', topics: ['task.failed'] },
  get_subscription: {},
  update_subscription: { topics: ['task.changed'] },
  delete_subscription: {},
  test_subscription: {},
  list_events: {},
  get_event: {},
  repeat_event_webhook: {},
  openapi: {},
}

export interface SampleRequest {
  method: Method
  options: Record<string, unknown>
}

/** A right request for each method of an operation. */
export const sampleRequests = ({ id, methods, alwaysSigned }: Operation): SampleRequest[] => {
  const sample = new Map(Object.entries(samples)).get(id)
  if (!sample) throw new Error(`test/support/service/sample-requests.ts has no sample of ${id}`)
  return methods.map((method) => ({
    method,
    options: { ...sample, ...(alwaysSigned && outdated(method)) },
  }))
}

/** Sends options the way their method takes them, signed if there is a secret key. */
export const sendOptions = (
  address: string,
  { method, options }: SampleRequest,
  headers: Record<string, string> = {},
  secretKey?: string,
): Promise<Response> => {
  const sign = (content: string) =>
    secretKey === undefined ? undefined : createSignature(secretKey, content)
  if (sendsBody(method)) {
    const body = JSON.stringify(options)
    const signature = sign(body)
    return fetch(address, {
      method,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(signature && { 'x-service-signature': signature }),
      },
      body,
    })
  }
  const query = new URLSearchParams(
    Object.entries(options).map(([name, value]) => [name, String(value)]),
  ).toString()
  const signature = sign(query)
  const parts = [query, ...(signature ? [`signature=${signature}`] : [])].filter((part) => part !== '')
  return fetch(`${address}${parts.length > 0 ? `?${parts.join('&')}` : ''}`, { method, headers })
}
