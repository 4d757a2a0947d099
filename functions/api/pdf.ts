import { resolvePdf } from '../../lib/core/resolve-pdf.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { renderAnswer } from '../../lib/http/render-answer.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps } from '../deps.ts'
import { takePdf } from '../render-deps.ts'

export const handler = endpoint(
  operations.pdf,
  async (options, { call, signal }) => {
    const plan = resolvePdf(options, config.exits)
    const artifact = await takePdf(plan, { signal, report: call.report })
    return renderAnswer(artifact, options.attachment_name)
  },
  deps,
)
