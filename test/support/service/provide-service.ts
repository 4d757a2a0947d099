import { appendFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadLocalConfig } from '../../../lib/config.ts'
import { startService } from '../../../local/service.ts'

/** Starts the service that all files of a project share and reach with `joinService`. Returns the function that ends it. */
export const provideService = async (project: TestProject, settings: Record<string, string>) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-shared-'))
  const logFile = join(dataDir, 'functions.log')
  writeFileSync(logFile, '')
  const config = loadLocalConfig({ PORT: '0', DATA_DIR: dataDir, ...settings })
  const service = await startService(config, { log: (line) => appendFileSync(logFile, `${line}\n`) })
  project.provide('service', { baseUrl: service.file.baseUrl, dataDir, logFile, processId: process.pid })
  return async () => {
    await service.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
