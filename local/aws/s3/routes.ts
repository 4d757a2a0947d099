import {
  configurationKinds,
  createBucket,
  deleteBucket,
  getLocation,
  handleConfiguration,
  headBucket,
  listBuckets,
} from './buckets.ts'
import { headerText, type S3Call, sendXml } from './call.ts'
import { notEmulated, S3Error } from './errors.ts'
import { listObjects } from './list-objects.ts'
import { createUpload, handleUpload, listUploads } from './multipart.ts'
import { readObject } from './read-object.ts'
import { requireBucket, type S3Store } from './store.ts'
import { copyObject, deleteListedObjects, deleteObject, handleTagging, putObject } from './write-object.ts'

const knownParameters = new Set([
  ...Object.keys(configurationKinds),
  ...[
    'list-type',
    'prefix',
    'delimiter',
    'max-keys',
    'continuation-token',
    'start-after',
    'encoding-type',
    'marker',
  ],
  ...['fetch-owner', 'uploads', 'uploadId', 'partNumber', 'delete', 'location', 'x-id'],
])

export const route = (store: S3Store, call: S3Call, region: string): void | Promise<void> => {
  assertKnownParameters(call.query)
  if (call.bucket === '') return listBuckets(store, call)
  if (call.key === '') return routeBucket(store, call, region)
  return routeObject(store, call)
}

/** An unknown subresource must not fall through: PUT `?acl` on an object would replace its body. */
const assertKnownParameters = (query: URLSearchParams) => {
  for (const name of query.keys()) {
    if (!knownParameters.has(name) && !/^(x-amz-|response-)/i.test(name)) throw notEmulated(`?${name}`)
  }
}

const routeBucket = (store: S3Store, call: S3Call, region: string): void | Promise<void> => {
  const { method, query } = call
  const configuration = Object.keys(configurationKinds).find((kind) => query.has(kind))
  if (configuration) return handleConfiguration(store, call, configuration)
  if (method === 'PUT') return createBucket(store, call)
  if (method === 'HEAD') return headBucket(store, call, region)
  if (method === 'DELETE') return deleteBucket(store, call)
  if (method === 'POST' && query.has('delete')) return deleteListedObjects(store, call)
  if (method !== 'GET') throw methodNotAllowed()
  if (query.has('location')) return getLocation(store, call, region)
  requireBucket(store, call.bucket)
  if (query.has('uploads')) return listUploads(store, call)
  return sendXml(call.response, listObjects(store, call))
}

const routeObject = (store: S3Store, call: S3Call): void | Promise<void> => {
  const { method, query, headers } = call
  if (query.has('tagging')) return handleTagging(store, call)
  const configuration = Object.keys(configurationKinds).find((kind) => query.has(kind))
  if (configuration) throw notEmulated(`?${configuration} of an object`)
  if (method === 'POST' && query.has('uploads')) return createUpload(store, call)
  if (query.has('uploadId')) return handleUpload(store, call)
  if (method === 'PUT' && headerText(headers, 'x-amz-copy-source')) return copyObject(store, call)
  if (method === 'PUT') return putObject(store, call)
  if (method === 'DELETE') return deleteObject(store, call)
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed()
  requireBucket(store, call.bucket)
  return readObject(store, call)
}

const methodNotAllowed = () =>
  new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
