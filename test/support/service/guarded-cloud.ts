import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Grant, permissions } from '../../../stacks/permissions.ts'
import { type CloudRequest, type Need, needsOf } from './iam-action.ts'

export interface GuardedCloud {
  url: string
  /** Calls that the roles of the functions allow: `<function> <action> <target>`. */
  allowed: Set<string>
  /** Calls that the roles do not allow. */
  refused: Set<string>
  close(): Promise<void>
}

/**
 * Starts a proxy of the embedded cloud that allows each function only what stacks/permissions.ts grants its role. The SDK's application
 * id identifies the function.
 */
export const startGuardedCloud = async (endpointUrl: string): Promise<GuardedCloud> => {
  const allowed = new Set<string>()
  const refused = new Set<string>()
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming)
    const caller = callerOf(request)
    const needs = needsOf(request)
    const missing = needs.filter((need) => !isGranted(permissions[caller] ?? [], need))
    for (const need of needs) (missing.includes(need) ? refused : allowed).add(describe(caller, need))
    if (missing.length > 0) return deny(response)
    await forward(endpointUrl, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, allowed, refused, close }
}

const describe = (caller: string, { action, on }: Need) => `${caller} ${action} ${on}`

/** A role that may read accounts may read their status, and one of all records of requests those of places. */
const wider: Readonly<Partial<Record<Need['on'], Need['on']>>> = {
  'status:accounts': 'table:accounts',
  'places:requests': 'table:requests',
}

const isGranted = (grants: readonly Grant[], { action, on }: Need) =>
  grants.some(
    (grant) =>
      grant.actions.includes(action) && grant.on.some((target) => target === on || target === wider[on]),
  )

const read = async (incoming: IncomingMessage): Promise<CloudRequest> => ({
  method: incoming.method ?? '',
  url: new URL(incoming.url ?? '/', 'http://cloud.invalid'),
  headers: incoming.headers,
  body: await buffer(incoming),
})

/** Returns the name of the function. In the header, the mark of Powertools follows it, with escaped slashes. */
const callerOf = ({ headers }: CloudRequest) =>
  /\bapp\/(\S+?)(?:-PTEnv-)?(?:\s|$)/.exec(headers['user-agent'] ?? '')?.[1] ?? 'unknown'

/** Responds as IAM does. The SDKs do not retry it. */
const deny = (response: ServerResponse) => {
  response
    .writeHead(403, { 'content-type': 'application/x-amz-json-1.0' })
    .end(JSON.stringify({ __type: 'AccessDeniedException', message: 'The role does not allow it.' }))
}

/** Forwards the headers unchanged, because the signature covers them. */
const forward = (
  endpointUrl: string,
  { method, url, headers, body }: CloudRequest,
  response: ServerResponse,
) =>
  new Promise<void>((resolve, reject) => {
    const { hostname, port } = new URL(endpointUrl)
    const outgoing = send(
      { hostname, port, method, path: url.pathname + url.search, headers },
      (incoming) => {
        incoming.once('end', () => resolve())
        response.writeHead(incoming.statusCode ?? 502, incoming.headers)
        incoming.pipe(response)
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
