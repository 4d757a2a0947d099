import { PageStatusError } from '../../errors.ts'
import type { Step } from './step.ts'

export const failOnStatus: Step = async (_session, { failOnStatus }, { document }) => {
  const status = document.response()?.status
  if (status === undefined || !failOnStatus.some(({ from, to }) => status >= from && status <= to)) return
  throw new PageStatusError(`The page answered with status ${status}, which \`fail_on_status\` lists.`)
}
