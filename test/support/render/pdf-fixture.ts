import { afterAll, onTestFinished } from 'vitest'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { resolvePdf } from '../../../lib/core/plan/resolve-pdf.ts'
import { createRenderReport, type RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { take as takePdf } from '../../../lib/render/outputs/pdf/take-pdf.ts'
import type { RenderContext } from '../../../lib/render/render-page.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { type FixtureServer, type Route, startFixtureServer } from '../sites/fixture-server.ts'
import { type Pdf, readPdf } from './read-pdf.ts'
import { rendererDeps } from './renderer-deps.ts'

export type PdfRequest = Record<string, unknown>

export interface PdfFixture {
  site: FixtureServer
  /** Makes a PDF with the parameters of a request; a `url` that is a path is one of the site's. */
  take(request: PdfRequest, context?: Partial<RenderContext>): Promise<Artifact & { report: RenderReport }>
  /** The same, read; closed with the test. */
  read(request: PdfRequest): Promise<Pdf>
}

/** From a request's parameters to the document in this process, and a site on 127.0.0.1 that pages may reach. */
export const startPdfFixture = async (routes: Record<string, Route> = {}): Promise<PdfFixture> => {
  const site = await startFixtureServer(routes)
  afterAll(site.close)
  const deps = rendererDeps(`127.0.0.1:${site.port}`)
  const take: PdfFixture['take'] = async (request, context) => {
    const url = typeof request['url'] === 'string' ? { url: new URL(request['url'], site.url).href } : {}
    const value = { block_annoyance: 'none', ...request, ...url }
    const plan = resolvePdf(readOptions(operations.pdf, { kind: 'body', value }), new Map(), 0)
    const report = createRenderReport()
    const { signal } = new AbortController()
    return { ...(await takePdf(plan, { signal, report, ...context }, deps)), report }
  }
  return {
    site,
    take,
    async read(request) {
      const pdf = await readPdf((await take(request)).body)
      onTestFinished(() => pdf[Symbol.asyncDispose]())
      return pdf
    },
  }
}
