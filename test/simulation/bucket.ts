import { Readable } from 'node:stream'
import { fileLifetimes, resultPrefix } from '../../infra/files.ts'
import { AwsError } from './calls.ts'

interface StoredObject {
  body: Buffer
  storedMs: number
}

export type Bucket = ReturnType<typeof createBucket>

const dayMs = 86_400_000

/** The results bucket, with the lifetimes of `infra/files.ts`. `onDelete` is told which result is gone. */
export const createBucket = (nowMs: () => number, onDelete: (name: string) => void) => {
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
    GetObject: ({ Key = '' }) => ({ Body: toBody(get(Key).body) }),
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

const toBody = (body: Buffer) =>
  Object.assign(Readable.from([body]), { transformToString: async () => body.toString() })
