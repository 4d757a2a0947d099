// node start-function.mjs <index.mjs> <event as JSON>: a new execution environment with its first event. Writes the body of the response
// to file descriptor 3, because functions log to the standard output.
import { writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'

const [, , file, event] = process.argv
let head = { statusCode: 200 }
globalThis.awslambda = {
  streamifyResponse: (handler) => handler,
  HttpResponseStream: {
    from(stream, prelude) {
      head = prelude
      return stream
    },
  },
}
const { handler } = await import(file)
const stream = Object.assign(new PassThrough(), { setContentType() {} })
const body = buffer(stream)
// The response is complete before the handler ends.
void handler(JSON.parse(event), stream, { awsRequestId: 'first', getRemainingTimeInMillis: () => 60_000 })
const bytes = await body
if (head.statusCode !== 200) throw new Error(`${head.statusCode}: ${bytes.toString()}`)
writeFileSync(3, bytes)
process.exit()
