import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileLifetimes, resultPrefix } from '../../infra/files.ts'
import { AwsError } from './calls.ts'

interface StoredObject {
  body: Buffer
  storedMs: number
}

export type Bucket = ReturnType<typeof createBucket>

const dayMs = 86_400_000

interface Deps {
  nowMs(): number
  /** Is told which result is gone. */
  onDelete(name: string): void
  /** Whether the body of a response breaks off. */
  breaks(): boolean
}

/** The results bucket, with the lifetimes of `infra/files.ts`. */
export const createBucket = ({ nowMs, onDelete, breaks }: Deps) => {
  const objects = new Map<string, StoredObject>()
  const put = (key: string, body: Buffer) => void objects.set(key, { body, storedMs: nowMs() })
  const get = (key: string): StoredObject => {
    const object = objects.get(key)
    // As S3 responds to a role that cannot list the bucket.
    if (!object) throw new AwsError('AccessDenied')
    return object
  }
  const remove = (key: string) => {
    if (objects.delete(key) && key.startsWith(resultPrefix)) onDelete(key.slice(resultPrefix.length))
  }
  const operations: Record<string, (input: Record<string, string>) => object> = {
    PutObject({ Key = '', Body = '' }) {
      put(Key, Buffer.from(Body))
      return {}
    },
    GetObject: ({ Key = '' }) => ({ Body: toBody(get(Key).body, breaks()) }),
    CopyObject({ Key = '', CopySource = '' }) {
      put(Key, get(CopySource.slice(CopySource.indexOf('/') + 1)).body)
      return {}
    },
    DeleteObject({ Key = '' }) {
      remove(Key)
      return {}
    },
  }
  return {
    has: (name: string) => objects.has(resultPrefix + name),
    keys: () => [...objects.keys()],
    /** Deletes what lifecycle rules have reached: at the first midnight after the days of the shortest rule. */
    expire() {
      for (const [key, { storedMs }] of objects) {
        const days = Math.min(
          ...fileLifetimes.filter(({ prefix }) => key.startsWith(prefix)).map((rule) => rule.days),
        )
        if (Math.ceil((storedMs + days * dayMs) / dayMs) * dayMs <= nowMs()) remove(key)
      }
    },
    execute(name: string, input: object) {
      const operation = operations[name]
      if (!operation) throw new Error(`The simulated S3 does not know ${name}.`)
      return operation(input as Record<string, string>)
    },
  }
}

const toBody = (body: Buffer, isBroken: boolean) => {
  const stream = Readable.from(isBroken ? breakOff(body) : [body])
  return Object.assign(stream, { transformToString: async () => (await buffer(stream)).toString() })
}

function* breakOff(body: Buffer) {
  yield body.subarray(0, body.length / 2)
  throw new AwsError('TimeoutError')
}
