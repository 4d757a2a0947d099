// The container's health check: the service responds. Swarm and ECS replace a container that is unhealthy, so a busy one must not be. With
// --render it also takes a screenshot of the bundled demo page through the API.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const baseUrl = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

const expectOk = async (path, headers = {}) => {
  const response = await fetch(baseUrl + path, { headers })
  if (!response.ok) throw new Error(`${path.split('?')[0]} returned ${response.status}.`)
  return Buffer.from(await response.arrayBuffer())
}

await expectOk('/health')
if (process.argv.includes('--render')) {
  if (process.env.CLOUD === 'aws')
    throw new Error('--render requires the demo account, which CLOUD=aws does not have.')
  const { accounts } = JSON.parse(
    readFileSync(join(process.env.DATA_DIR ?? '.local', 'service.json'), 'utf8'),
  )
  const image = await expectOk('/v1/screenshot?format=png&url=http://demo.stillframe.example/', {
    'X-Access-Key': accounts[0].accessKey,
  })
  if (image.subarray(1, 4).toString() !== 'PNG') throw new Error('The screenshot is not a PNG file.')
  process.stdout.write(`rendered ${image.length} bytes\n`)
}
