import type { TestProject } from 'vitest/node'
import { generateAssets } from '../support/render/generate-assets.ts'
import { provideService } from '../support/service/provide-service.ts'
import { smallPlans } from '../support/service/shared-plans.ts'
import { unprivileged } from '../support/unprivileged.ts'

/** Generates the assets, and starts one service for all test files, because starting the functions takes longer than most tests. */
export const setup = async (project: TestProject) => {
  await generateAssets()
  const settings = { EGRESS_ALLOW: '127.0.0.1', PLANS: JSON.stringify(smallPlans) }
  return provideService(project, settings, unprivileged)
}
