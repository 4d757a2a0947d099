import { StillframeError, toError } from './errors.ts'
import {
  type Acknowledgement,
  type BatchView,
  type LinkedOptions,
  type Operations,
  operations,
  type RequestView,
} from './operations.ts'
import { pause, readBody, send, waitSecondsMax } from './send.ts'
import { signBody, signQuery, toQuery } from './signature.ts'
import type { CallOptions, Operation, RenderedFile } from './types.ts'

export interface ClientSettings {
  /** Scheme and host of the service, such as `https://screenshots.example.com`. */
  url: string
  accessKey: string
  /** Signs requests, and makes links. Keep it on a server. */
  secretKey?: string
  /** An access key of the scope `links`, which links show. Without it, the first link finds or creates one. */
  linksKey?: string
  /** How often a call is repeated after a 429, a 5xx or a failed connection. Default: 2. */
  retries?: number
  fetch?: typeof fetch
}

export interface LinkSettings {
  /** For how many seconds the link works. Without it, it works until its key is deleted. */
  expiresIn?: number
}

/** Every operation of the service, with links and waiting. */
export interface Client extends Operations {
  /** Returns a signed URL of a GET request, which can be published. Requires `secretKey`. */
  link<Name extends keyof LinkedOptions>(
    operation: Name,
    options: LinkedOptions[Name],
    settings?: LinkSettings,
  ): Promise<string>
  /**
   * Waits until a request in the background is done, and returns it.
   * @throws StillframeError with the code of the request, if it fails
   */
  wait(
    request: string | Pick<Acknowledgement, 'id'>,
    call?: Pick<CallOptions, 'signal'>,
  ): Promise<RequestView>
  /** Waits until every request of a batch has ended, and returns it. */
  waitForBatch(batch: string | Pick<BatchView, 'id'>, call?: Pick<CallOptions, 'signal'>): Promise<BatchView>
}

interface Call extends CallOptions {
  id: string
  options: Readonly<Record<string, unknown>>
}

/** Returns a client of a service. */
export const createClient = (settings: ClientSettings): Client => {
  const run = async (operation: Operation, call: Call): Promise<unknown> => {
    const options = operation.alwaysSigned
      ? await withGeneration(client, call, settings.retries)
      : call.options
    const request = await toRequest(settings, operation, { ...call, options })
    return toResult(await send(request, settings), request.init.signal)
  }
  const methods = Object.entries<Operation>(operations).map(([name, operation]) => [
    name,
    (...given: unknown[]) => run(operation, readArguments(operation, given)),
  ])
  let linksKey: Promise<string> | undefined
  const client: Client = {
    ...(Object.fromEntries(methods) as Operations),
    async link(name, options, link = {}) {
      const { secretKey } = settings
      if (secretKey === undefined) throw new TypeError('A link requires the `secretKey` of the account.')
      linksKey ??= settings.linksKey === undefined ? findLinksKey(client) : Promise.resolve(settings.linksKey)
      const accessKey = await linksKey.catch((error: unknown) => {
        linksKey = undefined
        throw error
      })
      const expires = link.expiresIn === undefined ? undefined : toSeconds(link.expiresIn)
      const query = toQuery({ access_key: accessKey, ...options, expires })
      const { path } = operations[name]
      return `${toBase(settings)}${path}?${await signQuery(secretKey, { method: 'GET', path, query })}`
    },
    async wait(request, call = {}) {
      const id = toId(request)
      const ended = await poll(
        () => client.getRequest(id, call),
        ({ status }) => status !== 'queued',
        call,
      )
      if (ended.status === 'done') return ended
      const { code, message } = ended.error ?? { code: 'unknown', message: 'The request failed.' }
      throw new StillframeError(message, { status: 0, code, requestId: id })
    },
    waitForBatch: (batch, call = {}) =>
      poll(
        () => client.getBatch(toId(batch), call),
        ({ status }) => status === 'ended',
        call,
      ),
  }
  return client
}

const readArguments = (operation: Operation, given: unknown[]): Call => {
  const rest = [...given]
  const id = operation.path.includes('{id}') ? String(rest.shift()) : ''
  const options = operation.hasOptions ? rest.shift() : {}
  return { ...(rest.shift() as CallOptions | undefined), id, options: (options ?? {}) as Call['options'] }
}

/** Returns a Unix time that is some seconds ahead. */
const toSeconds = (ahead: number): number => Math.floor(Date.now() / 1000) + ahead

const toBase = ({ url }: ClientSettings): string => url.replace(/\/$/, '')

/** A change of keys names the current generation, so a captured one cannot be repeated. */
const withGeneration = async (client: Client, { options }: Call, retries = 2): Promise<Call['options']> => ({
  ...options,
  key_generation: (await client.getAccount()).key_generation,
  // It must not expire while the service is busy. The service refuses what is valid for longer than five minutes.
  expires: toSeconds(Math.min(waitSecondsMax * (1 + retries), 240)),
})

const findLinksKey = async (client: Client): Promise<string> => {
  const { keys } = await client.listKeys()
  const known = keys.find(({ scope, valid_until: until }) => scope === 'links' && until === null)
  const key = known ?? (await client.createKey({ name: 'Signed links', scope: 'links' }))
  return key.access_key ?? ''
}

const toRequest = async (settings: ClientSettings, operation: Operation, call: Call) => {
  const { method } = operation
  const path = operation.path.replace('{id}', encodeURIComponent(call.id))
  const headers = new Headers({ 'X-Access-Key': settings.accessKey })
  const isKeyed = operation.takesKey === true && (!operation.renders || call.options['async'] === true)
  if (call.idempotencyKey !== undefined && !isKeyed)
    throw new TypeError(
      `\`idempotencyKey\` has no effect on ${method} ${path}. It is for calls that create something, and for renders with \`async: true\`.`,
    )
  if (isKeyed) headers.set('Idempotency-Key', call.idempotencyKey ?? crypto.randomUUID())
  const isRead = method === 'GET' || operation.reads === true
  const isRepeatable = isKeyed || operation.renders === true || isRead || method === 'PATCH'
  const secretKey = operation.signed ? settings.secretKey : undefined
  const content = await toContent({ method, path, headers, options: call.options }, secretKey)
  return {
    url: toBase(settings) + content.target,
    // A redirect leads away from the service, and would take the access key along.
    init: {
      method,
      headers,
      body: content.body ?? null,
      signal: call.signal ?? null,
      redirect: 'manual' as const,
    },
    isRepeatable: isRepeatable && !operation.alwaysSigned,
  }
}

interface Content {
  method: string
  path: string
  headers: Headers
  options: Call['options']
}

/** Returns the path with the query, or the body, that holds the options. Signs them. */
const toContent = async (
  { method, path, headers, options }: Content,
  secretKey: string | undefined,
): Promise<{ target: string; body?: string }> => {
  if (method === 'GET' || method === 'DELETE') {
    const query = toQuery(options)
    const sent = secretKey === undefined ? query : await signQuery(secretKey, { method, path, query })
    return { target: sent === '' ? path : `${path}?${sent}` }
  }
  const body = JSON.stringify(options)
  headers.set('Content-Type', 'application/json')
  if (secretKey !== undefined)
    headers.set('X-Service-Signature', await signBody(secretKey, { method, path, body }))
  return { target: path, body }
}

const toResult = async (response: Response, signal: AbortSignal | null): Promise<unknown> => {
  if (!response.ok) throw await readBody(response, signal, toError)
  if (response.status === 204) return undefined
  const text = () => readBody(response, signal, (whole) => whole.text())
  const contentType = response.headers.get('content-type') ?? ''
  if (contentType.startsWith('application/json')) return JSON.parse(await text())
  const file: RenderedFile = {
    id: response.headers.get('x-service-request-id') ?? '',
    contentType,
    headers: response.headers,
    body: response.body ?? new ReadableStream(),
    bytes: async () => new Uint8Array(await readBody(response, signal, (whole) => whole.arrayBuffer())),
    text,
  }
  return file
}

const toId = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id)

/** Asks again, less and less often, until it is over. */
const poll = async <View>(
  read: () => Promise<View>,
  isOver: (view: View) => boolean,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<View> => {
  for (let seconds = 1; ; seconds = Math.min(seconds * 1.5, 10)) {
    const view = await read()
    if (isOver(view)) return view
    await pause(seconds, signal)
  }
}
