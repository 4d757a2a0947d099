import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { CloudAccess } from '../credentials.ts'
import { isSameSecret } from '../same-secret.ts'
import { createDynamoDb } from './dynamodb/dynamodb.ts'
import { createS3 } from './s3/s3.ts'
import {
  type AwsService,
  type AwsServiceContext,
  type AwsServiceFactory,
  ServiceStartError,
} from './service.ts'

const accountId = '000000000000'
/** DynamoDB's largest request, the largest of any buffered service. */
const bufferedBodyBytesMax = 16 * 1024 * 1024

const builtInServices = { dynamodb: createDynamoDb, s3: createS3 }

type Factories = Record<string, AwsServiceFactory>
type NoFactories = Record<never, never>
type Started<F extends Factories> = { [name in keyof F]: Awaited<ReturnType<F[name]>> }

interface AwsOptions<F extends Factories = Factories> {
  /** The folder for all data, with one sub-folder for each service. Only one process may use it. */
  dataDir: string
  /** Requests with any other access key id are refused. Default `local`. */
  accessKeyId?: string
  /** Default `us-east-1`. */
  region?: string
  nowMs?: () => number
  /** Receives faults of the emulator itself. By default they are printed as process warnings. */
  reportFault?: (fault: unknown) => void
  /** Further services by signing name (`sqs`, `scheduler`), started in this order after the built-in ones. */
  services?: F
}

interface Aws<F extends Factories = NoFactories> {
  /** `http://127.0.0.1:<port>`, the value of `AWS_ENDPOINT_URL`. */
  url: string
  port: number
  /** What its clients need. */
  access: CloudAccess
  services: Started<typeof builtInServices & F>
  /** Closes kept-alive connections without a request, as services do with connections of a stopped function. */
  closeIdleConnections(): void
  close(): Promise<void>
}

/**
 * Starts the embedded AWS services on one loopback port. A request's signature names its service, so the unmodified SDK clients need
 * only `AWS_ENDPOINT_URL`. A request to any other service returns 501.
 */
export const startAws = async <F extends Factories = NoFactories>(
  options: AwsOptions<F>,
): Promise<Aws<F>> => {
  const { accessKeyId = 'local', reportFault = printFault } = options
  const services = await startServices({ ...builtInServices, ...options.services }, options, reportFault)
  const inFlight = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const handled = handle({ services, accessKeyId }, request, response).catch((fault: unknown) => {
      reportFault(fault)
      refuse(response, 500, 'InternalFailure', 'The emulator failed. Its log has the cause.')
    })
    inFlight.add(handled)
    void handled.then(() => inFlight.delete(handled))
  })
  try {
    await listen(server)
  } catch (error) {
    await closeServices(services)
    throw error
  }
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  for (const service of Object.values(services)) service.listening?.(url)
  const close = async () => {
    await closeServer(server)
    for (const service of Object.values<AwsService>(services)) service.endWaits?.()
    await Promise.all(inFlight)
    await closeServices(services)
  }
  const closeIdleConnections = () => server.closeIdleConnections()
  const access = { endpointUrl: url, accessKeyId }
  return { url, port, access, services: services as Aws<F>['services'], closeIdleConnections, close }
}

const startServices = async (
  factories: Factories,
  { dataDir, region = 'us-east-1', nowMs = Date.now }: AwsOptions,
  reportFault: AwsServiceContext['reportFault'],
) => {
  const services: Record<string, AwsService> = {}
  for (const [name, createService] of Object.entries(factories)) {
    const serviceDir = join(dataDir, name)
    try {
      mkdirSync(serviceDir, { recursive: true })
      services[name] = await createService({ dataDir: serviceDir, region, accountId, nowMs, reportFault })
    } catch (error) {
      await closeServices(services)
      throw new ServiceStartError(serviceDir, error)
    }
  }
  return services
}

/**
 * Returns the access key id and the service in the credential of the request's Signature Version 4, which is in the header or, in a
 * presigned URL, in the query. The signature itself is not verified: the access key id is the secret, because other users of the machine
 * can reach the port.
 */
const readCredential = ({ headers, url = '' }: IncomingMessage) => {
  const credential =
    headers.authorization?.split('Credential=')[1] ??
    new URLSearchParams(url.split('?')[1]).get('X-Amz-Credential') ??
    ''
  const [accessKeyId = '', , , service = ''] = credential.split('/')
  return { accessKeyId, service }
}

const handle = async (
  { services, accessKeyId }: { services: Record<string, AwsService>; accessKeyId: string },
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const { service: name, ...given } = readCredential(request)
  if (!isSameSecret(given.accessKeyId, accessKeyId)) {
    request.resume()
    return refuse(response, 403, 'UnrecognizedClientException', 'The access key id is not valid.')
  }
  const service = Object.hasOwn(services, name) ? services[name] : undefined
  if (!service) {
    request.resume()
    return refuse(response, 501, 'NotImplemented', `${name} is not implemented in the embedded cloud.`)
  }
  if (service.streamsBody) return service.handle(request, response, Buffer.alloc(0))
  const body = await readBody(request)
  if (body === 'disconnected') return
  if (body === 'too large') return refuse(response, 413, 'RequestEntityTooLarge', 'The request is too large.')
  await service.handle(request, response, body)
}

const readBody = async (request: IncomingMessage): Promise<Buffer | 'too large' | 'disconnected'> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request) {
      bytes += chunk.length
      // Reads to the end, because leaving the loop would close the connection before the response.
      if (bytes <= bufferedBodyBytesMax) chunks.push(chunk)
    }
  } catch {
    // Reading fails only if the client disconnected, so no response is needed.
    return 'disconnected'
  }
  return bytes > bufferedBodyBytesMax ? 'too large' : Buffer.concat(chunks)
}

const refuse = (response: ServerResponse, status: number, code: string, message: string) => {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': code })
  response.end(JSON.stringify({ __type: code, message }))
}

const listen = (server: Server) => {
  // A large upload may take longer than Node's default of five minutes.
  server.requestTimeout = 0
  // Longer than the SDK keeps idle connections. Otherwise it could write to a connection that is being closed.
  server.keepAliveTimeout = 65_000
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Closes the services in reverse order of their start, because later services may use earlier ones. */
const closeServices = async (services: Record<string, AwsService>) => {
  for (const service of Object.values(services).reverse()) await service.close()
}

const printFault = (fault: unknown) =>
  process.emitWarning(fault instanceof Error ? fault : new Error(String(fault)))
