import { onTestFinished } from 'vitest'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { createRenderReport, type RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { operations } from '../../../lib/schema/operations.ts'
import type { FixtureServer, Route } from '../sites/fixture-server.ts'
import { type RenderRequest, startOperationsFixture } from './operations.ts'
import { type Pdf, readPdf } from './read-pdf.ts'

export interface PdfFixture {
  site: FixtureServer
  /** Makes a PDF with the parameters of a request; a `url` that is a path is one of the site's. */
  take(request: RenderRequest): Promise<Artifact & { report: RenderReport }>
  /** The same, read; closed with the test. */
  read(request: RenderRequest): Promise<Pdf>
}

/** Documents from the parameters of a request on, and a site on 127.0.0.1 that pages may reach. For all tests of the file. */
export const startPdfFixture = async (routes: Record<string, Route> = {}): Promise<PdfFixture> => {
  const { site, render } = await startOperationsFixture(routes, {
    egressAllow: (port) => `127.0.0.1:${port}`,
  })
  const take: PdfFixture['take'] = async (request) => {
    const report = createRenderReport()
    return { ...(await render(operations.pdf, request, { report })), report }
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
