import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { SECRET_KEY, PORT } = process.env

const isSigned = (body, signature = '') => {
  const expected = createHmac('sha256', SECRET_KEY).update(body).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  if (!isSigned(body, request.headers['x-service-webhook-signature'])) return response.writeHead(401).end()
  const { id, file, error } = JSON.parse(body)
  console.log(id, file ?? error.code)
  response.writeHead(204).end()
})
server.listen(PORT, '127.0.0.1')
