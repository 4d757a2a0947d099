import type { AddressInfo } from 'node:net'
import S3rver from '@20minutes/s3rver'
import { afterAll } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

/** The only key pair that s3rver knows. */
export const s3rverKey = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

const bucket = 'results'

/** Starts a service with the API of S3 that other people have written, and that verifies signatures. Its bucket is `results`. For all tests of the file. */
export const startS3rver = async () => {
  const directory = temporaryFolder(afterAll)
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false }
  const server = new S3rver({ ...options, configureBuckets: [{ name: bucket, configs: [] }] })
  const { port } = (await server.run()) as AddressInfo
  afterAll(() => server.close())
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    bucket,
    /** Returns the keys with their sizes. It lets anyone read and list. */
    async list() {
      const xml = await (await fetch(`${endpoint}/${bucket}?list-type=2`)).text()
      const rows = xml.matchAll(/<Key>([^<]*)<\/Key>.*?<Size>(\d+)<\/Size>/gs)
      return [...rows].map(([, key, size]) => ({ key, bytes: Number(size) }))
    },
    async read(key: string) {
      const response = await fetch(`${endpoint}/${bucket}/${key}`)
      const body = Buffer.from(await response.arrayBuffer())
      return { body, contentType: response.headers.get('content-type') }
    },
  }
}
