import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Build } from './graph.ts'

interface BuildInput {
  functionID: string
  handler: string
  bundle?: string
  links?: Record<string, unknown>
}

/**
 * The part of the SST CLI's local server that components call while the program runs.
 * @param workDir takes an empty package for each function: what is in the real ones scripts/build.ts decides, not SST
 */
export const startRpcServer = async (workDir: string, builds: Build[]) => {
  const methods: Record<string, (input: unknown) => unknown> = {
    'Provider.Aws.Bootstrap': () => ({
      asset: 'sst-asset-mock',
      assetEcrRegistryId: '123456789012',
      assetEcrUrl: '123456789012.dkr.ecr.mock.amazonaws.com/sst-asset',
      state: 'sst-state-mock',
      appsyncHttp: '',
      appsyncRealtime: '',
    }),
    'Runtime.Build': (input) => build(input as BuildInput, workDir, builds),
  }
  const server = createServer(async (request, response) => {
    const { method, params } = JSON.parse(await text(request)) as { method: string; params: unknown[] }
    const call = methods[method]
    // The wording makes SST's client report a method that is not there.
    const reply = call ? { result: call(params[0]) } : { error: `rpc: can't find method ${method}` }
    response
      .writeHead(200, { 'content-type': 'application/json', connection: 'close' })
      .end(JSON.stringify(reply))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The program ends when its event loop is empty.
  server.unref()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const build = ({ functionID, handler, bundle, links = {} }: BuildInput, workDir: string, builds: Build[]) => {
  const out = join(workDir, 'artifacts', `${functionID}-src`)
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'index.mjs'), 'export const handler = () => {}\n')
  builds.push({ functionId: functionID, handler, bundle, links })
  return { handler, out, errors: [], sourcemaps: [] }
}
