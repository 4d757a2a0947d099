import { PageStatusError } from '../../../base/errors.ts'
import type { RenderPlan } from '../../../core/plan/render-plan.ts'
import type { Step } from './step.ts'

export const failOnStatus: Step = async (_session, plan, { document }) =>
  assertStatus(plan, document.response()?.status)

/** @throws PageStatusError for a status that `fail_on_status` lists */
export const assertStatus = (
  { failOnStatus }: Pick<RenderPlan, 'failOnStatus'>,
  status: number | undefined,
) => {
  if (status === undefined || !failOnStatus.some(({ from, to }) => status >= from && status <= to)) return
  throw new PageStatusError(`The page returned status ${status}, which \`fail_on_status\` lists.`)
}
