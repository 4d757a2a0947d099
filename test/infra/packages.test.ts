import { build, type Metafile } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FunctionEntry, functions } from '../../infra/functions.ts'
import { bundleOptions } from '../../scripts/build.ts'

/** The modules that an entry imports statically, itself or through others. */
const importedFirst = (inputs: Metafile['inputs'], path: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const { path: imported, kind, external } of inputs[path]?.imports ?? [])
    if (kind !== 'dynamic-import' && external !== true) importedFirst(inputs, imported, seen)
  return seen
}

const liveInputs = ({ inputs }: Metafile['outputs'][string]) =>
  Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []))

const ofRendering =
  /node_modules\/(puppeteer-core|@ghostery|@duckduckgo|mediabunny|turndown)\/|^lib\/render\//

/** What compares images. */
const ofImages = /^lib\/render\/(page\/time-limits|outputs\/screenshot\/(compare-images|image-time))\.ts$/

/** The AWS clients of the functions that do not render, next to DynamoDB, which all have. Each one adds to every cold start. */
const clients: Readonly<Record<string, readonly string[]>> = {
  compare: ['s3', 'sqs'],
  batches: ['s3', 'sqs'],
  batch: ['s3', 'sqs'],
  request: ['s3', 'sqs'],
  'request-webhook': ['sqs'],
  'batch-webhook': ['sqs'],
  'event-webhook': ['sqs'],
  'subscription-test': ['sqs'],
  tasks: ['scheduler'],
  task: ['scheduler'],
  'task-runs': ['s3', 'sqs'],
  'account-storage': ['kms', 'sts'],
  'webhook-worker': ['kms', 's3', 'sqs', 'sts'],
  'webhook-dead-letters': ['sqs'],
  'render-dead-letters': ['s3', 'sqs'],
  sweep: ['s3', 'scheduler', 'sqs'],
}

describe('the package of a function that does not render', () => {
  const light = functions.filter(({ renders }) => !renders)
  let metafile: Metafile

  beforeAll(async () => {
    // One build reads the modules that the functions share once. Without splitting, each function is still linked on its own.
    const { entryPoints, ...options } = { entryPoints: [], ...bundleOptions('') }
    const all = { ...options, entryPoints: light.map(({ file }) => file), entryNames: '[dir]/[name]' }
    const outputs = { outdir: '.', outbase: '.', write: false, splitting: false } as const
    ;({ metafile } = await build({ ...all, ...outputs, metafile: true }))
  })

  const outputOf = ({ file }: FunctionEntry) => {
    const output = metafile.outputs[file.replace(/ts$/, 'mjs')]
    if (!output) throw new Error(`${file} was not built.`)
    return output
  }

  test.each(light)('$name is small: a handler, and no rendering code', (entry) => {
    const output = outputOf(entry)
    expect(output.exports).toEqual(['handler'])
    expect(output.bytes).toBeLessThan(2_000_000)
    const { images } = entry
    const rendering = liveInputs(output).filter((path) => ofRendering.test(path))
    expect(rendering.filter((path) => !(images && ofImages.test(path)))).toEqual([])
    const external = output.imports.map(({ path }) => path).filter((path) => /sharp|chromium/.test(path))
    expect([...new Set(external)]).toEqual(images ? ['sharp'] : [])
  })

  test.each(light)(
    '$name loads the AWS clients that it uses, and no credential provider that Lambda does not need',
    (entry) => {
      const first = importedFirst(metafile.inputs, entry.file)
      const loaded = liveInputs(outputOf(entry)).filter((path) => first.has(path))
      expect(loaded.filter((path) => /credential-provider-(sso|ini|process|web)/.test(path))).toEqual([])
      const carried = loaded.flatMap((path) => /@aws-sdk\/client-(\w+)\//.exec(path)?.[1] ?? [])
      // They call the public API only.
      const expected = ['mcp', 'canary'].includes(entry.name)
        ? []
        : ['dynamodb', ...(clients[entry.name] ?? [])]
      expect([...new Set(carried)].sort()).toEqual(expected)
    },
  )
})

type Outputs = Metafile['outputs']

/** The files that are loaded before the first event: the entry, and all that it imports statically. */
const loadedFirst = (outputs: Outputs, path: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const { path: imported, kind, external } of outputs[path]?.imports ?? [])
    if (kind === 'import-statement' && external !== true) loadedFirst(outputs, imported, seen)
  return seen
}

// The entry is the same for all of them but for the file that it imports last.
test("a function that renders inflates Chromium before it compiles the rest of its code, which is without puppeteer's launcher", async () => {
  const [{ file }] = functions.filter(({ renders }) => renders) as [FunctionEntry]
  const options = { ...bundleOptions(file, true), outdir: '.', write: false } as const
  const { outputs } = (await build({ ...options, metafile: true })).metafile
  const first = [...loadedFirst(outputs, 'index.mjs')].flatMap((path) => outputs[path] ?? [])
  const modules = first.flatMap(liveInputs)
  expect(outputs['index.mjs']?.exports).toEqual(['handler'])
  expect(modules).toContain('lib/render/browser/chromium-parts.ts')
  expect(modules.filter((path) => path.startsWith('node_modules/'))).toEqual([])
  expect(first.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(20_000)
  const all = Object.values(outputs).flatMap(liveInputs)
  expect(all).toContain('node_modules/puppeteer-core/lib/puppeteer/cdp/Page.js')
  expect(all.filter((path) => /puppeteer\/node\/.*Launcher/.test(path))).toEqual([])
})
