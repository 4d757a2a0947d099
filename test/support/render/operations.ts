import { afterAll, expect } from 'vitest'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import type { RenderContext, RenderDeps } from '../../../lib/render/render-page.ts'
import { createRenderers } from '../../../lib/render/renderers.ts'
import { type Operation, operations, type RenderOperationId } from '../../../lib/schema/operations.ts'
import { type FixtureServer, type Route, startFixtureServer } from '../sites/fixture-server.ts'
import { decodeImage, isNear } from './image.ts'
import { readPdf } from './read-pdf.ts'
import { rendererDeps } from './renderer-deps.ts'

export type RenderRequest = Record<string, unknown>

/** The rows of the table that render; the hostile-input tests run over them. */
export const renderOperations: readonly Operation[] = Object.values<Operation>(operations).filter(
  ({ renders }) => renders,
)

/**
 * Returns the rows of a matrix that an operation runs. Loading a page and blocking addresses is one path for all operations: the
 * screenshot runs the whole matrix, the others its first row.
 */
export const rowsFor = <Row>({ id }: Operation, rows: readonly Row[]): readonly Row[] =>
  id === 'screenshot' ? rows : rows.slice(0, 1)

interface Runner {
  /** Parameters that make a render of this operation quick. */
  quick: RenderRequest
  /** Fails unless this is a result of a green page with the text `fine`. */
  assertFine(artifact: Artifact): Promise<void>
}

const noExits = new Map()

const runners: Record<RenderOperationId, Runner> = {
  screenshot: {
    quick: { format: 'png', viewport_width: 400, viewport_height: 300 },
    async assertFine({ body }) {
      expect((await decodeImage(body)).at(200, 150)).toEqual([0, 200, 0, 255])
    },
  },
  scrape: {
    quick: { format: 'md' },
    async assertFine({ body }) {
      expect(body.toString().trim()).toBe('fine')
    },
  },
  screencast: {
    quick: { format: 'mp4', duration: 1, fps: 5, viewport_width: 320, viewport_height: 240 },
    async assertFine({ body }) {
      expect(body.subarray(4, 8).toString()).toBe('ftyp')
    },
  },
  pdf: {
    quick: {},
    async assertFine({ body }) {
      await using pdf = await readPdf(body)
      expect(await pdf.text(1)).toContain('fine')
    },
  },
  snapshot: {
    quick: { outputs: ['screenshot', 'markdown', 'pdf'], viewport_width: 400, viewport_height: 300 },
    async assertFine({ snapshot }) {
      const bodies = new Map(snapshot?.parts.map(({ output, body }) => [output, body]))
      expect(bodies.get('markdown')?.toString().trim()).toBe('fine')
      expect(
        isNear((await decodeImage(bodies.get('screenshot') ?? Buffer.alloc(0))).at(200, 150), [0, 200, 0]),
      ).toBe(true)
      await using pdf = await readPdf(bodies.get('pdf') ?? Buffer.alloc(0))
      expect(await pdf.text(1)).toContain('fine')
    },
  },
}

/** How an operation of the table is run by tests. Every operation that renders needs one. */
export const runnerOf = ({ id }: Operation): Runner => {
  const runner = new Map<string, Runner>(Object.entries(runners)).get(id)
  if (!runner) throw new Error(`test/support/render/operations.ts has no runner for the operation ${id}.`)
  return runner
}

export interface OperationsFixture {
  site: FixtureServer
  /** Runs an operation with the parameters of a request, by default quick ones. A `url` that is a path belongs to the site. */
  render(operation: Operation, request: RenderRequest, context?: Partial<RenderContext>): Promise<Artifact>
}

export interface OperationsFixtureOptions {
  /** The value of `EGRESS_ALLOW`, for the port of the site. Defaults to `127.0.0.1`. */
  egressAllow?: (port: number) => string
  resolve?: RenderDeps['resolve']
}

/** All operations that render, from their parameters on, and a site on 127.0.0.1 that they may reach. For all tests of the file. */
export const startOperationsFixture = async (
  routes: Record<string, Route> = {},
  { egressAllow, ...more }: OperationsFixtureOptions = {},
): Promise<OperationsFixture> => {
  const site = await startFixtureServer(routes)
  afterAll(site.close)
  const deps: RenderDeps = rendererDeps(egressAllow?.(site.port), more)
  const renderers = createRenderers({ exits: noExits, random: () => 0, loadDeps: async () => deps })
  return {
    site,
    async render(operation, request, context) {
      const { quick } = runnerOf(operation)
      const path = request['url']
      const url = typeof path === 'string' ? { url: URL.parse(path, site.url)?.href ?? path } : {}
      const value = { block_annoyance: 'none', ...quick, ...request, ...url }
      const options = readOptions(operation, { kind: 'body', value })
      const { signal } = new AbortController()
      const id = operation.id as RenderOperationId
      const plan = renderers.resolve(id, options)
      return renderers.render(id, plan, { signal, report: createRenderReport(), ...context })
    },
  }
}
