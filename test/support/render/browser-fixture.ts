import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import { createRenderReport, type RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import {
  type BrowserHost,
  type BrowserLimits,
  createBrowserHost,
  type PageSession,
} from '../../../lib/render/browser/browser-host.ts'
import { groupMembers } from '../../../lib/render/browser/process-group.ts'
import type { EgressOptions } from '../../../lib/render/proxy/egress.ts'
import { type FixtureServer, type Route, startFixtureServer } from '../sites/fixture-server.ts'
import { assetsDir } from './shared-browser.ts'

export interface RenderOptions {
  timeoutMs?: number
  gpuRendering?: boolean
  report?: RenderReport
  signal?: AbortSignal
}

export interface BrowserFixture extends AsyncDisposable {
  host: BrowserHost
  site: FixtureServer
  /** Process ids of the browsers that were launched, oldest first. */
  launched: number[]
  /** Temporary directories that its browsers have and have not removed. */
  directories(): string[]
  /** The most recent browser. Throws if none was launched. */
  browserId(): number
  render<T>(work: (session: PageSession) => Promise<T>, options?: RenderOptions): Promise<T>
}

/** Lets a page connect to every server of this machine. */
export const localEgress: EgressOptions = {
  policy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] },
}

/** A separate browser host, for tests of the browser's lifetime, and a site to render. */
export const startBrowserFixture = async (
  routes: Record<string, Route> = {},
  limits: Partial<BrowserLimits> = {},
): Promise<BrowserFixture> => {
  const launched: number[] = []
  const others = new Set(browserDirs())
  const site = await startFixtureServer(routes)
  const host = createBrowserHost({
    assetsDir,
    temporaryDir: tmpdir(),
    limits,
    log: {
      info: (fields, message) => {
        if (message === 'browser launched') launched.push(Number(fields['processId']))
      },
      warn() {},
      error() {},
    },
  })
  return {
    host,
    site,
    launched,
    directories: () => browserDirs().filter((name) => !others.has(name)),
    browserId() {
      const id = launched.at(-1)
      if (id === undefined) throw new Error('no browser was launched')
      return id
    },
    render: (work, { timeoutMs = 100_000, signal = AbortSignal.timeout(timeoutMs), ...options } = {}) =>
      host.withPage(
        {
          egress: localEgress,
          signal,
          gpuRendering: false,
          report: createRenderReport(),
          ...options,
        },
        work,
      ),
    async [Symbol.asyncDispose]() {
      await host.close()
      await site.close()
    },
  }
}

/** Temporary directories that browsers of this process have and have not removed. */
export const browserDirs = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`stillframe-browser-${process.pid}-`))

export const hasProcesses = (browserId: number): boolean => groupMembers(browserId).length > 0
