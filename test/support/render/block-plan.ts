import type { RenderPlan } from '../../../lib/core/plan/render-plan.ts'

export type BlockPlan = Pick<RenderPlan, 'source' | 'block' | 'headers' | 'authorization'>

/** What a test asks for beside the address; everything else is off. */
export interface BlockOptions extends Partial<RenderPlan['block']> {
  headers?: RenderPlan['headers']
  authorization?: string
  credentials?: { username: string; password: string }
}

export const blockPlan = (url: string, wishes: BlockOptions = {}): BlockPlan => {
  const { headers = [], authorization, credentials, ...block } = wishes
  return {
    source: { kind: 'url', url, ...(credentials && { credentials }) },
    block: { annoyances: [], resourceTypes: [], urlPatterns: [], ...block },
    headers,
    ...(authorization !== undefined && { authorization }),
  }
}
