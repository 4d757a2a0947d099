import type { TestProject } from 'vitest/node'
import { provideService } from '../support/service/provide-service.ts'
import { sharedPlans } from '../support/service/shared-plans.ts'

/** Starts one service for all test files, because starting the functions takes longer than most tests. */
export const setup = (project: TestProject) =>
  provideService(project, {
    EGRESS_ALLOW: '127.0.0.1',
    LOG_LEVEL: 'info',
    PLANS: JSON.stringify(sharedPlans),
    WEBHOOK_RETRY_SECONDS: '1,1',
  })
