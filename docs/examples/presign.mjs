import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

const { STORAGE_ENDPOINT, STORAGE_REGION, STORAGE_BUCKET, STORAGE_KEY_ID, STORAGE_SECRET } = process.env
const client = new S3Client({
  endpoint: STORAGE_ENDPOINT,
  region: STORAGE_REGION,
  forcePathStyle: STORAGE_ENDPOINT !== undefined,
  credentials: { accessKeyId: STORAGE_KEY_ID, secretAccessKey: STORAGE_SECRET },
  requestChecksumCalculation: 'WHEN_REQUIRED',
})
const command = new PutObjectCommand({ Bucket: STORAGE_BUCKET, Key: process.argv[2] })
console.log(await getSignedUrl(client, command, { expiresIn: 8 * 3600 }))
