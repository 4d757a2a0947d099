import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { Logger } from '../base/logger.ts'
import { toStoredDisposition } from '../core/html/content-disposition.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import type { NamedFile } from '../core/watch/run-change.ts'
import { throwRefusedObject } from './refused-object.ts'

/** The files of results. */
export interface ResultStore {
  /**
   * Puts the complete file under its name, or nothing: S3 compares the bytes with the result's checksum.
   * @param attachmentName without extension; the file name for a browser that opens the URL
   */
  put(result: StoredResult, body: Buffer, attachmentName?: string): Promise<void>
  /** Copies the bytes of another result to this one's name. Returns false if the other file no longer exists. */
  copy(from: string, result: NamedFile, attachmentName?: string): Promise<boolean>
  /**
   * Returns the bytes as a stream, or undefined if the file does not exist. The caller must read it to the end or destroy it.
   * @param existing the name of a file that exists. With it, a missing permission is an error: it would also hide this file
   */
  open(name: string, existing?: string): Promise<Readable | undefined>
  remove(name: string): Promise<void>
}

interface Deps {
  s3: Pick<S3Client, 'send'>
  bucket: string
  log: Pick<Logger, 'warn'>
}

export const createResultStore = ({ s3, bucket, log }: Deps): ResultStore => {
  const at = (Key: string) => ({ Bucket: bucket, Key })
  /**
   * S3 returns 404 for a missing object only to roles that can list the bucket, and no role can. Others receive a 403, as for a
   * missing permission (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html), so it is logged.
   */
  const isMissing = (error: unknown) => {
    if (!(error instanceof Error)) return false
    const isDenied = error.name === 'AccessDenied'
    if (isDenied) log.warn({ object: 'result' }, 'object missing or access denied')
    return isDenied || error.name === 'NoSuchKey'
  }
  // In Node the SDK's body is a Readable, which fails at its end if the checksum differs from the object's.
  const get = async (name: string) =>
    (await s3.send(new GetObjectCommand(at(toKey(name))))).Body as Readable | undefined
  const results: ResultStore = {
    async put(result, body, attachmentName) {
      const command = new PutObjectCommand({
        ...at(toKey(result.name)),
        ...describe(result, attachmentName),
        Body: body,
        ContentLength: body.length,
        ChecksumSHA256: Buffer.from(result.sha256, 'hex').toString('base64'),
      })
      await s3.send(command, { requestTimeout: uploadMs(body.length) }).catch(throwRefusedObject)
    },
    async copy(from, result, attachmentName) {
      const command = new CopyObjectCommand({
        ...at(toKey(result.name)),
        ...describe(result, attachmentName),
        CopySource: `${bucket}/${toKey(from)}`,
        MetadataDirective: 'REPLACE',
      })
      try {
        await s3.send(command)
        return true
      } catch (error) {
        if (isMissing(error)) return false
        return throwRefusedObject(error)
      }
    },
    async open(name, existing) {
      try {
        return await get(name)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
      if (existing === undefined) return undefined
      ;(await get(existing))?.destroy()
      // The permission may have come back in between.
      return results.open(name)
    },
    async remove(name) {
      await s3.send(new DeleteObjectCommand(at(toKey(name))))
    },
  }
  return results
}

/** The client's limit for a request, and time for an upload at 1 MB/s. */
const uploadMs = (bytes: number) => 15_000 + bytes / 1_000

const toKey = (name: string) => `cache/${name}`

/** The header carries a date, not an age, because a client that fetches the file on its last day may keep it for that day only. */
const describe = (result: NamedFile, attachmentName: string | undefined) => ({
  ContentType: result.contentType,
  ContentDisposition: toStoredDisposition(attachmentName, result.extension),
  CacheControl: 'public, immutable',
  Expires: new Date(result.expires * 1000),
  Metadata: { sha256: result.sha256 },
})
