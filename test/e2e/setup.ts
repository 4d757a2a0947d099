import type { TestProject } from 'vitest/node'
import { generateAnnoyances } from '../../scripts/generate/annoyances.ts'
import { generateFonts } from '../../scripts/generate/fonts.ts'
import { generateInPage } from '../../scripts/generate/in-page.ts'
import { assetsDir } from '../support/render/shared-browser.ts'
import { provideService } from '../support/service/provide-service.ts'
import { smallPlans } from '../support/service/shared-plans.ts'

/** Generates the assets, and starts one service for all test files, because starting the functions takes longer than most tests. */
export const setup = async (project: TestProject) => {
  await Promise.all([generateAnnoyances(assetsDir), generateFonts(assetsDir), generateInPage(assetsDir)])
  return provideService(project, { EGRESS_ALLOW: '127.0.0.1', PLANS: JSON.stringify(smallPlans) })
}
