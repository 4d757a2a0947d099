import { Sha256 } from '@smithy/core/checksum'
import { HttpRequest } from '@smithy/core/protocols'
import { SignatureV4 } from '@smithy/signature-v4'
import type { StorageKey } from '../core/access/account-storage.ts'

interface ObjectRequest {
  method: 'PUT' | 'DELETE'
  url: string
  region: string
  key: StorageKey
  /** That are signed too. */
  headers: Readonly<Record<string, string>>
  /** Lowercase hex, of the body. The storage refuses another body. */
  sha256: string
  nowMs: number
}

/** Returns the headers of a request to a storage with the API of S3, with its signature (AWS Signature Version 4). */
export const signObject = async (request: ObjectRequest): Promise<Record<string, string>> => {
  const { method, url, region, key, headers, sha256, nowMs } = request
  const { protocol, hostname, host, pathname } = new URL(url)
  const signer = new SignatureV4({
    ...{ credentials: key, region, service: 's3', sha256: Sha256 },
    // Other services encode a path twice.
    uriEscapePath: false,
  })
  const signed = await signer.sign(
    new HttpRequest({
      ...{ method, protocol, hostname, path: pathname },
      headers: { ...headers, host, 'x-amz-content-sha256': sha256 },
    }),
    { signingDate: new Date(nowMs) },
  )
  return signed.headers
}
