import { appendFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadLocalConfig } from '../../lib/config.ts'
import { startService } from '../../local/service.ts'
import { generateAnnoyances } from '../../scripts/generate/annoyances.ts'
import { generateFonts } from '../../scripts/generate/fonts.ts'
import { generateScrape } from '../../scripts/generate/scrape.ts'
import { assetsDir } from '../support/render/shared-browser.ts'

/** Generates the assets, and starts one service for all test files, because starting the functions takes longer than most tests. */
export const setup = async (project: TestProject) => {
  await Promise.all([generateAnnoyances(assetsDir), generateFonts(assetsDir), generateScrape(assetsDir)])
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
