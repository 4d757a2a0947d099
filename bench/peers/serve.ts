// node bench/peers/serve.ts <system>: one system behind a small HTTP server, GET /<kind>?url=. Prints its port.
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { installChromium } from '../../lib/render/browser/chromium-files.ts'
import { createFloor } from '../screenshot/floor.ts'
import type { Kind } from './kinds.ts'
import { takes } from './takes.ts'

type Render = (url: string, kind: Kind) => Promise<Uint8Array | string>

const fontsDir = join(import.meta.dirname, '..', '..', 'generated', 'fonts')

/** The service's browser and fonts, for every system. */
const launchOptions = async () => {
  const { executable, librariesDir } = await installChromium(tmpdir())
  const env = {
    ...process.env,
    HOME: await mkdtemp(join(tmpdir(), 'bench-peer-')),
    LD_LIBRARY_PATH: librariesDir,
    FONTCONFIG_FILE: join(fontsDir, 'fonts.conf'),
    XDG_CACHE_HOME: join(tmpdir(), 'stillframe-cache'),
  }
  return { executablePath: executable, env, vendorArguments: chromium.args }
}

const createRender = async (name: string): Promise<Render> => {
  if (name === 'floor') {
    const floor = await createFloor(tmpdir(), fontsDir)
    return (url, kind) => floor.renderWith(url, takes[kind])
  }
  const { systems } = await import(join(import.meta.dirname, 'systems.mjs'))
  return systems[name](await launchOptions())
}

// Ends with the benchmark. The peers' own exit handlers close their browsers.
process.stdin.resume().once('end', () => process.exit())

const render = await createRender(process.argv[2] ?? '')
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  try {
    response.end(await render(searchParams.get('url') ?? '', pathname.slice(1) as Kind))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
