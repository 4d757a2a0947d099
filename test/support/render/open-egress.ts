import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** A forward proxy that lets everything through to anywhere: for tests of the browser, not of its walls. */
export interface OpenEgress extends AsyncDisposable {
  readonly url: string
}

export const startOpenEgress = async (): Promise<OpenEgress> => {
  const server = createServer((incoming, outgoing) => {
    const forwarded = httpRequest(
      incoming.url ?? '',
      { method: incoming.method, headers: incoming.headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  server.on('connect', ({ url = '' }, client) => {
    const { hostname, port } = new URL(`tcp://${url}`)
    const target = connect(Number(port), hostname, () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    target.on('error', () => client.destroy())
    client.on('error', () => target.destroy())
    client.pipe(target).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
