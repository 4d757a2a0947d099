import type { RenderPlan } from '../../../lib/core/plan/render-plan.ts'

export type BlockPlan = Pick<RenderPlan, 'source' | 'block' | 'headers' | 'authorization'>

/** The options of a test besides the URL. Everything else is off. */
export interface BlockOptions extends Partial<RenderPlan['block']> {
  headers?: RenderPlan['headers']
  authorization?: string
  credentials?: { username: string; password: string }
}

export const blockPlan = (url: string, options: BlockOptions = {}): BlockPlan => {
  const { headers = [], authorization, credentials, ...block } = options
  return {
    source: { kind: 'url', url, ...(credentials && { credentials }) },
    block: { annoyances: [], resourceTypes: [], urlPatterns: [], ...block },
    headers,
    ...(authorization !== undefined && { authorization }),
  }
}
