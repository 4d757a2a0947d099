import type { RenderPlan } from '../core/render-plan.ts'
import { documentHost } from './egress/site.ts'

/** The address that the browser opens. */
export const sourceUrl = (source: RenderPlan['source']): string =>
  source.kind === 'url' ? source.url : `http://${documentHost}/`
