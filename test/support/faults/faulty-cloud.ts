import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One call of a function to the embedded cloud. */
export interface CloudCall {
  service: string
  /** `PutItem`, `SendMessage`; S3 has its HTTP method. */
  action: string
  /** Path of the resource: bucket and key for S3, the queue for SQS. */
  path: string
}

export type Fault =
  /** The cloud refuses before it does anything. */
  | { kind: 'refuse'; status: number; code: string }
  /** The cloud does it, and again after a while: at least once, and out of order. */
  | { kind: 'repeat'; afterMs: number }

export interface FaultyCloud extends AsyncDisposable {
  /** How often each action was called, and how often it met a fault. */
  counts: Map<string, { calls: number; faults: number }>
  /** Puts itself between the functions and the cloud at this address. */
  stand(endpointUrl: string): Promise<string>
}

/** A proxy that passes everything on unchanged, signatures included, but for what `decide` spoils. */
export const createFaultyCloud = (decide: (call: CloudCall) => Fault | undefined): FaultyCloud => {
  const counts: FaultyCloud['counts'] = new Map()
  const timers = new Set<NodeJS.Timeout>()
  let target = ''
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readAll(request)
    const call = toCall(request)
    const fault = decide(call)
    count(counts, call, fault)
    if (fault?.kind === 'refuse') return refuse(response, call, fault)
    if (fault?.kind === 'repeat') {
      const timer = setTimeout(() => {
        timers.delete(timer)
        // The cloud may be gone by then.
        pass(target, request, body).then(
          (passed) => passed.resume(),
          () => {},
        )
      }, fault.afterMs)
      timers.add(timer)
    }
    const passed = await pass(target, request, body)
    response.writeHead(passed.statusCode ?? 502, passed.headers)
    passed.pipe(response)
  }
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 65_000
  return {
    counts,
    async stand(endpointUrl) {
      target = endpointUrl
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const toCall = ({ method = '', url = '/', headers }: IncomingMessage): CloudCall => {
  const service = /Credential=[^/]+\/\d+\/[\w-]+\/(\w+)\//.exec(headers.authorization ?? '')?.[1] ?? 's3'
  const action = String(headers['x-amz-target'] ?? `.${method}`).replace(/^.*\./, '')
  return { service, action, path: url.split('?')[0] ?? '' }
}

const count = (counts: FaultyCloud['counts'], { service, action }: CloudCall, fault: Fault | undefined) => {
  const name = `${service} ${action}`
  const entry = counts.get(name) ?? { calls: 0, faults: 0 }
  counts.set(name, { calls: entry.calls + 1, faults: entry.faults + (fault ? 1 : 0) })
}

/** In the form that the SDK knows as a failure of that service. */
const refuse = (
  response: ServerResponse,
  { service }: CloudCall,
  { status, code }: Extract<Fault, { kind: 'refuse' }>,
) => {
  if (service === 's3') {
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<Error><Code>${code}</Code><Message>Injected.</Message></Error>`)
    return
  }
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
  response.end(JSON.stringify({ __type: `com.amazonaws.${service}.v20120810#${code}`, message: 'Injected.' }))
}

const pass = (target: string, { method, url, headers }: IncomingMessage, body: Buffer) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const sent = sendRequest(new URL(url ?? '/', target), { method: method ?? 'GET', headers }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
