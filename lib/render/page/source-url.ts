import type { RenderPlan } from '../../core/plan/render-plan.ts'
import { documentHost } from '../proxy/site.ts'

/** Returns the URL that the browser opens. */
export const sourceUrl = (source: RenderPlan['source']): string =>
  source.kind === 'url' ? source.url : `http://${documentHost}/`
