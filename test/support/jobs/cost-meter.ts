import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import type { Cloud } from '../../../local/cloud.ts'
import { localCredentials, region } from '../../../local/credentials.ts'

/** What AWS bills for calls. */
export interface Units {
  reads: number
  writes: number
  queueCalls: number
  s3Puts: number
  s3Gets: number
}

type Attribute = Record<string, unknown>
type Item = Record<string, Attribute>

const bytesOf = (text: string) => Buffer.byteLength(text)

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
const attributeBytes = (attribute: Attribute): number => {
  const [[type = '', value] = []] = Object.entries(attribute)
  if (type === 'S') return bytesOf(String(value))
  if (type === 'N') return Math.ceil(String(value).replace(/[-.]/g, '').length / 2) + 1
  if (type === 'M') return 3 + Object.keys(value as Item).length + itemBytes(value as Item)
  if (type === 'L')
    return 3 + (value as Attribute[]).reduce((bytes, element) => bytes + 1 + attributeBytes(element), 0)
  return 1
}

const itemBytes = (item: Item = {}): number =>
  Object.entries(item).reduce(
    (bytes, [name, attribute]) => bytes + bytesOf(name) + attributeBytes(attribute),
    0,
  )

/** Writes to the index `open`, which has keys only: an entry that appears, disappears or moves. */
const indexWrites = (before: Item = {}, after: Item = {}) => {
  const [old, fresh] = [before, after].map((item) => JSON.stringify([item['openShard'], item['openSince']]))
  if (old === fresh) return 0
  return (before['openShard'] ? 1 : 0) + (after['openShard'] ? 1 : 0)
}

/** The index of tasks has all attributes. */
const copiesOf = (tableName: string) => (tableName === 'tasks' ? 2 : 1)

interface WireRequest {
  method: string
  hostname: string
  port?: number
  path: string
  headers: Record<string, string>
  body: Uint8Array
}

const keysOf: Readonly<Record<string, readonly string[]>> = {
  accounts: ['id'],
  usage: ['id'],
  requests: ['accountId', 'id'],
  cache: ['key'],
  tasks: ['id'],
}

/** Counts what the calls of the cloud's clients cost from now on. Reading resets the count. */
export const meterCloud = (cloud: Pick<Cloud, 'dynamo' | 's3' | 'sqs'>) => {
  const none = (): Units => ({ reads: 0, writes: 0, queueCalls: 0, s3Puts: 0, s3Gets: 0 })
  let units = none()
  let recordBytes = 0
  let unmetered: DynamoDBClient | undefined
  const observe = (
    client: { middlewareStack: { add(middleware: never, options: { step: 'build' }): void } },
    count: (request: WireRequest, send: () => Promise<unknown>) => Promise<unknown>,
  ) => {
    const middleware = (next: (args: unknown) => Promise<unknown>) => (args: { request: WireRequest }) =>
      count(args.request, () => next(args))
    client.middlewareStack.add(middleware as never, { step: 'build' })
  }
  observe(cloud.dynamo, async (request, send) => {
    const operation = request.headers['x-amz-target']?.split('.')[1] ?? ''
    const input = JSON.parse(new TextDecoder().decode(request.body))
    unmetered ??= new DynamoDBClient({
      endpoint: `http://${request.hostname}:${request.port}`,
      region,
      credentials: localCredentials,
    })
    const names = keysOf[input.TableName] ?? []
    const from = input.Key ?? input.Item
    const Key = Object.fromEntries(names.map((name) => [name, from[name]]))
    const find = new GetItemCommand({ TableName: input.TableName, Key, ConsistentRead: true })
    const read = async () => (await unmetered?.send(find))?.Item as Item | undefined
    const before = await read()
    try {
      return await send()
    } finally {
      if (operation === 'GetItem') units.reads += Math.max(1, Math.ceil(itemBytes(before) / 4096))
      else {
        const after = await read()
        const bytes = Math.max(itemBytes(before), itemBytes(after))
        units.writes += copiesOf(input.TableName) * Math.max(1, Math.ceil(bytes / 1024))
        if (input.TableName === 'requests') {
          units.writes += indexWrites(before, after)
          recordBytes = itemBytes(after)
        }
      }
    }
  })
  observe(cloud.s3, (request, send) => {
    if (request.method === 'PUT') units.s3Puts += 1
    if (request.method === 'GET') units.s3Gets += 1
    return send()
  })
  observe(cloud.sqs, (request, send) => {
    if (!request.headers['x-amz-target']?.endsWith('GetQueueAttributes')) units.queueCalls += 1
    return send()
  })
  return {
    take() {
      const taken = units
      units = none()
      return taken
    },
    /** Of the record that was written last. */
    recordBytes: () => recordBytes,
    close: () => unmetered?.destroy(),
  }
}
