import { resolveScreencast } from '../../lib/core/resolve-screencast.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { renderAnswer } from '../../lib/http/render-answer.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps } from '../deps.ts'
import { takeScreencast } from '../render-deps.ts'

export const handler = endpoint(
  operations.screencast,
  async (options, { call, signal }) => {
    const plan = resolveScreencast(options, config.exits)
    const artifact = await takeScreencast(plan, { signal, report: call.report })
    return renderAnswer(artifact, options.attachment_name)
  },
  deps,
)
