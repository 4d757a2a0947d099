import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import type { PageSession } from '../../../lib/render/browser/browser-host.ts'
import type { Egress, EgressOptions } from '../../../lib/render/proxy/egress.ts'
import { sharedBrowser } from './shared-browser.ts'

/** Opens a page whose traffic goes through an egress with these options. */
export const renderBehind = async <T>(
  options: EgressOptions,
  work: (session: PageSession, egress: Egress) => Promise<T>,
): Promise<T> => {
  const request = {
    egress: options,
    gpuRendering: false,
    report: createRenderReport(),
    signal: AbortSignal.timeout(200_000),
  }
  return await sharedBrowser.withPage(request, work)
}

/**
 * Fills a template's `{{vector}}` marks. Every vector goes to a separate name below canary.test: the list of denials
 * tells which ones were tried; `{{vector?}}` marks what this Chromium does not fetch at all.
 */
export const fillVectors = (template: string, port: number): { html: string; hosts: string[] } => {
  const hosts: string[] = []
  const html = template.replaceAll(/\{\{([a-z0-9-]+)(\??)\}\}/g, (_token, name: string, optional: string) => {
    if (optional === '') hosts.push(`${name}.canary.test`)
    return `${schemeOf(name)}://${name}.canary.test:${port}/${name}`
  })
  return { html, hosts }
}

export const readVectors = (port: number) =>
  fillVectors(
    readFileSync(fileURLToPath(new URL('../../fixtures/egress/vectors.html', import.meta.url)), 'utf8'),
    port,
  )

const schemeOf = (name: string) => {
  if (name === 'ws' || name === 'worker-ws') return 'ws'
  if (name === 'wss') return 'wss'
  return name.startsWith('tls-') ? 'https' : 'http'
}

/** Waits until each of these hosts was requested and refused. */
export const untilDenied = (egress: Egress, hosts: readonly string[]): Promise<void> =>
  expect
    .poll(() => hosts.filter((name) => !egress.denied.some(({ host }) => host === name)), { timeout: 10_000 })
    .toEqual([])
