import { createBucket, putLifecycle } from './buckets.ts'
import { headerText, type S3Call } from './call.ts'
import { notImplemented } from './errors.ts'
import { readObject } from './read-object.ts'
import { requireBucket, type S3Store } from './store.ts'
import { copyObject, deleteObject, putObject } from './write-object.ts'

type Handle = (store: S3Store, call: S3Call) => void | Promise<void>

export const route: Handle = (store, call) => {
  const { method, key, query } = call
  if (key === '') return routeBucket(store, call)
  assertNoSubresource(query)
  if (method === 'PUT') return putOrCopy(store, call)
  if (method === 'DELETE') return deleteObject(store, call)
  if (method !== 'GET' && method !== 'HEAD') throw notImplemented(`${method} of an object`)
  requireBucket(store, call.bucket)
  return readObject(store, call)
}

const routeBucket: Handle = (store, call) => {
  const { method, bucket, query } = call
  if (method === 'PUT' && bucket !== '' && query.has('lifecycle')) return putLifecycle(store, call)
  assertNoSubresource(query)
  if (method === 'PUT' && bucket !== '') return createBucket(store, call)
  throw notImplemented(`${method} of ${bucket === '' ? 'the list of buckets' : 'a bucket'}`)
}

const putOrCopy: Handle = (store, call) =>
  headerText(call.headers, 'x-amz-copy-source') ? copyObject(store, call) : putObject(store, call)

/** Refuses unknown subresources. Otherwise PUT `?acl` would replace the object's body. */
const assertNoSubresource = (query: URLSearchParams) => {
  for (const name of query.keys()) if (name !== 'x-id') throw notImplemented(`?${name}`)
}
