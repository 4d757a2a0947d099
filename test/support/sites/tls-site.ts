import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { fileURLToPath } from 'node:url'
import { listen } from '../listen.ts'

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/egress/${name}`, import.meta.url)))

/** Starts a page with the title `secure` and a self-signed certificate, which ends with the test. @returns its URL */
export const startTlsSite = async (): Promise<string> => {
  const server = createServer(
    { key: read('proxy-key.pem'), cert: read('proxy-certificate.pem') },
    (_request, response) => response.end('<title>secure</title>'),
  )
  return `https://127.0.0.1:${await listen(server)}/`
}
