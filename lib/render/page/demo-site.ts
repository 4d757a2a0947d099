import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoHost } from '../../core/network/demo-host.ts'
import type { SiteHandler } from '../proxy/egress.ts'

/** Returns the bundled demo page, which the egress proxy serves itself. It renders offline and needs no exception in the egress policy. */
export const demoSites = (assetsDir: string): ReadonlyMap<string, SiteHandler> => {
  let html: Buffer | undefined
  const serve: SiteHandler = () => {
    html ??= readFileSync(join(assetsDir, 'demo', 'index.html'))
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }
  }
  return new Map([[demoHost, serve]])
}
