import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const { SECRET_KEY, PORT } = process.env
const webhook = new Webhook(SECRET_KEY, { format: 'raw' })

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  try {
    const { id, file, error } = webhook.verify(body, request.headers)
    console.log(id, file ?? error.code)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
})
server.listen(PORT, '127.0.0.1')
