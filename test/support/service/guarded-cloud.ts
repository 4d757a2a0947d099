import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Grant, permissions } from '../../../stacks/permissions.ts'
import { type CloudRequest, type Need, needsOf } from './iam-action.ts'

export interface GuardedCloud {
  url: string
  /** What the functions called: `<function> <action> <target>`. */
  allowed: Set<string>
  /** What their roles would not have let them call. */
  refused: Set<string>
  close(): Promise<void>
}

/**
 * Stands before the embedded cloud and lets each function do what stacks/permissions.ts gives its role, and nothing else. Who
 * calls is known by the SDK's application id.
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
    await forward(endpointUrl, request, response, {
      // Without the right to list a bucket, S3 does not say that an object is not there.
      hidesMissing: needs.some(({ action }) => action === 's3:GetObject'),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, allowed, refused, close }
}

const describe = (caller: string, { action, on }: Need) => `${caller} ${action} ${on}`

const isGranted = (grants: readonly Grant[], { action, on }: Need) =>
  grants.some((grant) => grant.actions.includes(action) && grant.on.some((target) => target === on))

const read = async (incoming: IncomingMessage): Promise<CloudRequest> => ({
  method: incoming.method ?? '',
  url: new URL(incoming.url ?? '/', 'http://cloud.invalid'),
  headers: incoming.headers,
  body: await buffer(incoming),
})

/** The name of the function is followed by the mark of Powertools, its slashes escaped. */
const callerOf = ({ headers }: CloudRequest) =>
  /\bapp\/(\S+?)(?:-PTEnv-)?(?:\s|$)/.exec(headers['user-agent'] ?? '')?.[1] ?? 'nobody'

/** In the words of IAM; the SDKs do not try again. */
const deny = (response: ServerResponse) => {
  response
    .writeHead(403, { 'content-type': 'application/x-amz-json-1.0' })
    .end(JSON.stringify({ __type: 'AccessDeniedException', message: 'The role does not allow it.' }))
}

/** With the very headers, because the signature is made over them. */
const forward = (
  endpointUrl: string,
  { method, url, headers, body }: CloudRequest,
  response: ServerResponse,
  { hidesMissing }: { hidesMissing: boolean },
) =>
  new Promise<void>((resolve, reject) => {
    const { hostname, port } = new URL(endpointUrl)
    const outgoing = send(
      { hostname, port, method, path: url.pathname + url.search, headers },
      (incoming) => {
        incoming.once('end', () => resolve())
        if (hidesMissing && incoming.statusCode === 404) {
          incoming.resume()
          response
            .writeHead(403, { 'content-type': 'application/xml' })
            .end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
          return
        }
        response.writeHead(incoming.statusCode ?? 502, incoming.headers)
        incoming.pipe(response)
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
