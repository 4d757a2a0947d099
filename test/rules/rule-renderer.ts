import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Plugin } from 'esbuild'
import { silentLogger } from '../../lib/base/logger.ts'
import { parseEgressAllow } from '../../lib/core/network/address-policy.ts'
import { readOptions } from '../../lib/core/options/read-options.ts'
import { createRenderReport } from '../../lib/core/telemetry/render-report.ts'
import { loadAnnoyances } from '../../lib/render/blocking/annoyances/annoyances.ts'
import { createBrowserHost, type PageSession } from '../../lib/render/browser/browser-host.ts'
import type { Script, Scripts } from '../../lib/render/browser/scripts.ts'
import { worldName } from '../../lib/render/page/world.ts'
import type { RenderDeps } from '../../lib/render/render-page.ts'
import { createRenderers } from '../../lib/render/renderers.ts'
import { operations } from '../../lib/schema/operations.ts'
import { generateInPage } from '../../scripts/generate/in-page.ts'
import { page, startFixtureServer } from '../support/sites/fixture-server.ts'
import type { Sample } from './corpora.ts'
import { instrument, type Rule, ruleFunction } from './mutate.ts'

const root = join(import.meta.dirname, '../..')
const assetsDir = join(root, 'generated')
const sourceDir = join(root, 'lib/render/in-page')

/** Stands in the scripts for the number of the rule that is disabled. */
const disabledRule = 'stillframeDisabledRule'

/** In the world of the scripts, the numbers of the rules that they have consulted. */
const consultedRules = 'stillframeConsultedRules'

const banner = `const ${ruleFunction} = (id, value, disabled) => {
  (globalThis.${consultedRules} ??= new Set()).add(id)
  return id === ${disabledRule} ? disabled : value()
};`

interface Rendered {
  /** Equal for equal results. An error is one too. */
  result: string
  consulted: ReadonlySet<number>
}

interface RuleRenderer extends AsyncDisposable {
  rules: readonly Rule[]
  /** Renders with scripts in which a rule is disabled. */
  render(sample: Sample, disabled?: number): Promise<Rendered>
}

export const createRuleRenderer = async (): Promise<RuleRenderer> => {
  const directory = mkdtempSync(join(tmpdir(), 'stillframe-rules-'))
  for (const name of readdirSync(assetsDir))
    if (name !== 'in-page') symlinkSync(join(assetsDir, name), join(directory, name))
  const rules: Rule[] = []
  await generateInPage(directory, { banner: { js: banner }, plugins: [instrumenting(rules)] })
  const host = createBrowserHost({ assetsDir: directory, temporaryDir: tmpdir(), log: silentLogger })
  const annoyances = loadAnnoyances(assetsDir)
  let html = ''
  const site = await startFixtureServer({
    '/': (request, response, url) => page(html)(request, response, url),
  })
  const render: RuleRenderer['render'] = async (sample, disabled = -1) => {
    let consulted: ReadonlySet<number> = new Set()
    const withPage: RenderDeps['browser']['withPage'] = (options, work) =>
      host.withPage(options, async (session, egress) => {
        try {
          return await work({ ...session, scripts: disableIn(session.scripts, disabled) }, egress)
        } finally {
          consulted = await readConsulted(session)
        }
      })
    const deps: RenderDeps = {
      browser: { withPage },
      annoyances,
      egressPolicy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] },
    }
    const renderers = createRenderers({ exits: new Map(), random: () => 0, loadDeps: async () => deps })
    html = sample.html
    const value = { url: site.url, ...sample.request }
    const options = readOptions(operations[sample.operation], { kind: 'body', value })
    const plan = renderers.resolve(sample.operation, options)
    const context = { signal: new AbortController().signal, report: createRenderReport() }
    const result = await renderers.render(sample.operation, plan, context).then(
      ({ body }) => createHash('sha256').update(withoutDates(body)).digest('hex'),
      (error: Error) => error.message,
    )
    return { result, consulted }
  }
  return {
    rules,
    render,
    async [Symbol.asyncDispose]() {
      await host.close()
      await site.close()
      rmSync(directory, { recursive: true })
    },
  }
}

const instrumenting = (rules: Rule[]): Plugin => ({
  name: 'rules',
  setup(build) {
    build.onLoad({ filter: /in-page\/.*\.ts$/ }, ({ path }) => {
      const file = relative(sourceDir, path)
      const known = rules.find(({ place }) => place.startsWith(`${file}:`))
      // Several bundles contain the file. Its rules have the same numbers in each.
      const found = instrument(file, readFileSync(path, 'utf8'), known?.id ?? rules.length)
      if (!known) rules.push(...found.rules)
      return { contents: found.code, loader: 'ts' }
    })
  },
})

const disableIn = (scripts: Scripts, rule: number): Scripts => {
  const disable = <Api>({ name, source }: Script<Api>): Script<Api> => ({
    name,
    source: source.replaceAll(disabledRule, `(${rule})`),
  })
  return {
    core: disable(scripts.core),
    start: disable(scripts.start),
    frames: disable(scripts.frames),
    video: disable(scripts.video),
    scrape: (plan) => disable(scripts.scrape(plan)),
  }
}

const readConsulted = async ({ cdp }: PageSession): Promise<Set<number>> => {
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const world = { frameId: frameTree.frame.id, worldName }
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', world)
  const expression = `[...globalThis.${consultedRules} ?? []]`
  const { result } = await cdp.send('Runtime.evaluate', {
    expression,
    contextId: executionContextId,
    returnByValue: true,
  })
  return new Set(result.value)
}

/** A PDF contains the time of its creation. */
const withoutDates = (body: Buffer): string => body.toString('latin1').replaceAll(/\(D:\d{14}[^)]*\)/g, '')
