import { type S3Call, sendEmpty, sendXml } from './call.ts'
import { S3Error } from './errors.ts'
import { assertLifecycleIsEmulated } from './lifecycle.ts'
import { abortUploads } from './multipart.ts'
import { receiveText } from './receive.ts'
import { requireBucket, type S3Store } from './store.ts'
import { document, element, wrap } from './xml.ts'

interface ConfigurationKind {
  /** The answer while nothing is configured: an empty document or an error code. */
  empty?: string
  missing?: string
}

/**
 * Subresources whose documents are kept and given back. `cors` and `lifecycle` also take effect; `versioning` and
 * the rest do not.
 */
export const configurationKinds: Readonly<Record<string, ConfigurationKind>> = {
  cors: { missing: 'NoSuchCORSConfiguration' },
  lifecycle: { missing: 'NoSuchLifecycleConfiguration' },
  tagging: { missing: 'NoSuchTagSet' },
  policy: { missing: 'NoSuchBucketPolicy' },
  encryption: { missing: 'ServerSideEncryptionConfigurationNotFoundError' },
  publicAccessBlock: { missing: 'NoSuchPublicAccessBlockConfiguration' },
  ownershipControls: { missing: 'OwnershipControlsNotFoundError' },
  website: { missing: 'NoSuchWebsiteConfiguration' },
  versioning: { empty: document('VersioningConfiguration', []) },
  notification: { empty: document('NotificationConfiguration', []) },
  logging: { empty: document('BucketLoggingStatus', []) },
  acl: { empty: document('AccessControlPolicy', ['<Owner><ID>local</ID></Owner><AccessControlList/>']) },
}

const bucketName = /^(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

export const listBuckets = ({ database }: S3Store, { response }: S3Call) => {
  const buckets = database
    .listBuckets()
    .map(({ name, createdMs }) =>
      wrap('Bucket', [element('Name', name), element('CreationDate', new Date(createdMs).toISOString())]),
    )
  sendXml(
    response,
    document('ListAllMyBucketsResult', ['<Owner><ID>local</ID></Owner>', wrap('Buckets', buckets)]),
  )
}

export const createBucket = ({ database, nowMs }: S3Store, { request, response, bucket }: S3Call) => {
  request.resume()
  if (!bucketName.test(bucket))
    throw new S3Error(400, 'InvalidBucketName', 'The specified bucket is not valid.')
  if (database.findBucket(bucket)) {
    throw new S3Error(
      409,
      'BucketAlreadyOwnedByYou',
      'Your previous request to create the named bucket succeeded and you already own it.',
    )
  }
  database.insertBucket(bucket, nowMs())
  sendEmpty(response, 200, { location: `/${bucket}` })
}

export const headBucket = (store: S3Store, { response, bucket }: S3Call, region: string) => {
  requireBucket(store, bucket)
  sendEmpty(response, 200, { 'x-amz-bucket-region': region })
}

/** As S3 answers it, `us-east-1` has no name. */
export const getLocation = (store: S3Store, { response, bucket }: S3Call, region: string) => {
  requireBucket(store, bucket)
  sendXml(response, document('LocationConstraint', region === 'us-east-1' ? [] : [region]))
}

export const deleteBucket = (store: S3Store, { response, bucket }: S3Call) => {
  requireBucket(store, bucket)
  if (store.database.hasObjects(bucket)) {
    throw new S3Error(409, 'BucketNotEmpty', 'The bucket you tried to delete is not empty')
  }
  abortUploads(store, store.database.listUploads(bucket))
  store.database.deleteBucket(bucket)
  sendEmpty(response, 204)
}

/** Get, Put and Delete of one of `configurationKinds`. */
export const handleConfiguration = async (store: S3Store, call: S3Call, kind: string) => {
  const { request, response, method } = call
  const text = method === 'PUT' ? await receiveText(request) : ''
  // Read after the body: between this and the write nothing else happens.
  const bucket = requireBucket(store, call.bucket)
  if (method === 'GET') return sendConfiguration(call, kind, bucket.configuration[kind])
  if (method === 'PUT') {
    if (kind === 'lifecycle') assertLifecycleIsEmulated(text)
    bucket.configuration[kind] = text
  } else delete bucket.configuration[kind]
  store.database.saveConfiguration(bucket)
  sendEmpty(response, method === 'PUT' ? 200 : 204)
}

const sendConfiguration = ({ response }: S3Call, kind: string, stored: string | undefined) => {
  const { empty, missing = 'NoSuchConfiguration' } = configurationKinds[kind] ?? {}
  const text = stored ?? empty
  if (text === undefined) throw new S3Error(404, missing, 'The configuration does not exist')
  if (kind !== 'policy') return sendXml(response, text.replace(/^<\?xml[^>]*\?>\s*/, ''))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(text)
}
