import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { compileCacheDir } from '../../../local/bundles.ts'
import { loadLocalConfig } from '../../../local/config.ts'
import { startService } from '../../../local/service.ts'
import { nowMs } from '../now.ts'
import { type GuardedCloud, startGuardedCloud } from './guarded-cloud.ts'
import type { CloudCalls } from './shared-service.ts'

const minuteMs = 60_000

/** The processes of the functions stay until the end, because starting one takes longer than most tests. */
const idleMs = 60 * minuteMs

/**
 * Starts the service that all files of a project share and reach with `joinService`. Its functions reach the cloud with the
 * permissions of their roles only, as the given user. The scheduler's clock moves when a test moves it. Returns the function that ends the
 * service.
 */
export const provideService = async (
  project: TestProject,
  settings: Record<string, string>,
  user: { uid?: number; gid?: number } = {},
) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-shared-'))
  const logFile = join(dataDir, 'functions.log')
  writeFileSync(logFile, '')
  const config = loadLocalConfig({ PORT: '0', DATA_DIR: dataDir, ...settings })
  let guard: GuardedCloud | undefined
  let clockMs = nowMs()
  const service = await startService(config, {
    log: (line) => appendFileSync(logFile, `${line}\n`),
    idleMs,
    spawnProcess: (command, parameters, options) => spawn(command, parameters, { ...options, ...user }),
    scheduler: { nowMs: () => clockMs },
    endpointFor: async (endpointUrl) => {
      guard = await startGuardedCloud(endpointUrl)
      return guard.url
    },
  })
  if (user.uid !== undefined) {
    // Test files of that user read the service's files.
    execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, dataDir])
    // Node keeps the compiled code of each user in a folder of its own.
    mkdirSync(compileCacheDir, { recursive: true })
    chmodSync(compileCacheDir, 0o1777)
  }
  const controls: Record<string, () => unknown> = {
    '/pass-minute': () => {
      clockMs = (Math.floor(clockMs / minuteMs) + 1) * minuteMs + 1
      return service.runDueSchedules()
    },
    '/cloud-calls': (): CloudCalls => ({
      allowed: [...(guard?.allowed ?? [])],
      refused: [...(guard?.refused ?? [])],
    }),
  }
  let minutes: Promise<unknown> = Promise.resolve()
  /**
   * Responds once the clock is free. It is lent until the connection is closed. It is not behind then: runs of minutes before the creation
   * of their task are not listed.
   */
  const lendClock = (response: ServerResponse) => {
    const returned = once(response, 'close')
    const lend = () => {
      clockMs = Math.max(clockMs, nowMs())
      return response.write('yours')
    }
    minutes = minutes.then(lend).then(() => returned)
  }
  const control = createServer(({ url = '' }, response) =>
    url === '/clock' ? lendClock(response) : response.end(JSON.stringify(controls[url]?.())),
  )
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  project.provide('service', {
    baseUrl: service.file.baseUrl,
    cloudUrl: guard?.url ?? '',
    controlUrl: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    dataDir,
    logFile,
    processId: process.pid,
  })
  return async () => {
    control.close()
    control.closeAllConnections()
    await service.close()
    await guard?.close()
    const refused = [...(guard?.refused ?? [])]
    if (refused.length > 0) throw new Error(`Calls without permission: ${refused.join(', ')}`)
    await rm(dataDir, { recursive: true, force: true })
  }
}
