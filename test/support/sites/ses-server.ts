import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listen } from '../listen.ts'

/** A call of `SendEmail`. */
interface Sent {
  path: string
  headers: IncomingHttpHeaders
  body: { FromEmailAddress: string; Destination: { ToAddresses: string[] }; Content: unknown }
}

/** Starts an endpoint of SES that records the emails, and refuses those to the address `rejected@…`, as SES does. It ends with the test. */
export const startSes = async () => {
  const sent: Sent[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Sent['body']
    sent.push({ path: request.url ?? '', headers: request.headers, body })
    const isRejected = body.Destination.ToAddresses.some((address) => address.startsWith('rejected@'))
    response.writeHead(isRejected ? 400 : 200, {
      'content-type': 'application/json',
      ...(isRejected && { 'x-amzn-errortype': 'MessageRejected:http://internal.amazon.com/' }),
    })
    response.end(
      JSON.stringify(isRejected ? { message: 'Email address is not verified.' } : { MessageId: 'm' }),
    )
  })
  return { url: `http://127.0.0.1:${await listen(server)}`, sent }
}
