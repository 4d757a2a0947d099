import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileCacheDir, root, toBundle } from '../local/bundles.ts'

/** High enough that a benchmark does not reach the rate limit. */
const benchPlans = JSON.stringify({ scale: { requestsPerMinute: 1_000_000, quota: 1_000_000 } })

export interface BenchService extends AsyncDisposable {
  baseUrl: string
  /** Of the demo account, whose plan is the largest. */
  accessKey: string
  processId: number
}

/** Starts the complete service in separate processes, as `npm start` does, with the existing data folder. */
export const startBenchService = async (dataDir: string): Promise<BenchService> => {
  const child = spawn(process.execPath, [join(root, toBundle('local/start.ts'))], {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compileCacheDir,
      PORT: '0',
      DATA_DIR: dataDir,
      EGRESS_ALLOW: '127.0.0.1',
      LOG_LEVEL: 'error',
      PLANS: benchPlans,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('Stillframe is ready') && resolve())
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
  })
  const { baseUrl, accounts } = JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8'))
  return {
    baseUrl,
    accessKey: accounts[0].accessKey,
    processId: child.pid as number,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
