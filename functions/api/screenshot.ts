import { resolveScreenshot } from '../../lib/core/resolve-screenshot.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { renderAnswer } from '../../lib/http/render-answer.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps } from '../deps.ts'
import { takeScreenshot } from '../render-deps.ts'

export const handler = endpoint(
  operations.screenshot,
  async (options, { call, signal }) => {
    const plan = resolveScreenshot(options, config.exits)
    const artifact = await takeScreenshot(plan, { signal, report: call.report })
    return renderAnswer(artifact, options.attachment_name)
  },
  deps,
)
