import { parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import { loadAnnoyances } from '../../../lib/render/blocking/annoyances/annoyances.ts'
import type { RenderDeps } from '../../../lib/render/render-page.ts'
import { assetsDir, sharedBrowser } from './shared-browser.ts'

/** What a render needs, with the browser that the files of a worker share. `egressAllow` is the text of `EGRESS_ALLOW`. */
export const rendererDeps = (egressAllow = '127.0.0.1', more: Partial<RenderDeps> = {}): RenderDeps => ({
  browser: sharedBrowser,
  annoyances: loadAnnoyances(assetsDir),
  egressPolicy: { allow: parseEgressAllow(egressAllow), serviceHosts: [] },
  ...more,
})
