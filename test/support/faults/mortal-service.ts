import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readServiceFile } from '../../../local/service-file.ts'
import { nowMs } from '../now.ts'
import { findFreePort } from '../service/free-port.ts'
import { type Started, startProcess } from '../service/start-process.ts'
import { serviceSettings } from './bounds.ts'

/** Starts a service that is killed and started again on the same port and data. */
export const startMortalService = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-kill-'))
  const settings = { ...serviceSettings, PORT: String(await findFreePort()), DATA_DIR: dataDir }
  let running: Started = await startProcess(settings)
  const kills: { fromMs: number; untilMs: number }[] = []
  const kill = async () => {
    running.child.kill('SIGKILL')
    await running.ended
  }
  onTestFinished(async () => {
    await kill()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const file = await readServiceFile(dataDir)
  return {
    dataDir,
    kills,
    caller: { baseUrl: file?.baseUrl ?? '', accessKey: file?.accounts[0]?.accessKey ?? '' },
    async killAndRestart() {
      const fromMs = nowMs()
      await kill()
      running = await startProcess(settings)
      kills.push({ fromMs, untilMs: nowMs() })
    },
  }
}
