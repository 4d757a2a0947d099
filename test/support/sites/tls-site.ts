import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/egress/${name}`, import.meta.url)))

/** A page with the title `secure`, with a self-signed certificate. */
export const startTlsSite = async (): Promise<AsyncDisposable & { url: string }> => {
  const server = createServer(
    { key: read('proxy-key.pem'), cert: read('proxy-certificate.pem') },
    (_request, response) => response.end('<title>secure</title>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
