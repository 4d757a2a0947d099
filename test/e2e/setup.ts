import { appendFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadLocalConfig } from '../../lib/config.ts'
import { startService } from '../../local/service.ts'

/** Starts one service for all test files, because starting the functions takes longer than most tests. */
export const setup = async (project: TestProject) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-e2e-'))
  const logFile = join(dataDir, 'functions.log')
  writeFileSync(logFile, '')
  const config = loadLocalConfig({ PORT: '0', DATA_DIR: dataDir, EGRESS_ALLOW: '127.0.0.1' })
  const service = await startService(config, { log: (line) => appendFileSync(logFile, `${line}\n`) })
  project.provide('service', { baseUrl: service.file.baseUrl, dataDir, logFile, processId: process.pid })
  return async () => {
    await service.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
