import { build, type Metafile } from 'esbuild'
import { expect, test } from 'vitest'
import { type FunctionEntry, functions } from '../../functions/list.ts'
import { bundleOptions } from '../../scripts/build.ts'

type Outputs = Metafile['outputs']

/** The modules that are loaded before the first event: the entry, and all that it imports statically. */
const loadedFirst = (outputs: Outputs, path: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const { path: imported, kind, external } of outputs[path]?.imports ?? [])
    if (kind === 'import-statement' && external !== true) loadedFirst(outputs, imported, seen)
  return seen
}

const bundle = async ({ file, renders }: Pick<FunctionEntry, 'file' | 'renders'>) => {
  const { metafile } = await build({
    ...bundleOptions(file, renders),
    outdir: '.',
    write: false,
    metafile: true,
  })
  const { outputs } = metafile
  const loaded = [...loadedFirst(outputs, 'index.mjs')].map((path) => outputs[path])
  const inputsOf = (parts: readonly (Outputs[string] | undefined)[]) =>
    parts.flatMap((output) =>
      Object.entries(output?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [path] : [],
      ),
    )
  return {
    loadedBytes: loaded.reduce((sum, output) => sum + (output?.bytes ?? 0), 0),
    bytes: Object.values(outputs).reduce((sum, output) => sum + output.bytes, 0),
    exports: outputs['index.mjs']?.exports ?? [],
    loaded: inputsOf(loaded),
    inputs: inputsOf(Object.values(outputs)),
    external: Object.values(outputs).flatMap(({ imports }) =>
      imports.filter(({ external }) => external).map(({ path }) => path),
    ),
  }
}

const ofRendering =
  /node_modules\/(puppeteer-core|@ghostery|@duckduckgo|mediabunny|turndown)\/|^lib\/render\//

/** The AWS clients of the functions that do not render, next to DynamoDB, which all have. Each one adds to every cold start. */
const clients: Readonly<Record<string, readonly string[]>> = {
  'request-webhook': ['sqs'],
  tasks: ['scheduler'],
  task: ['scheduler'],
  'webhook-worker': ['sqs'],
  'render-dead-letters': ['s3', 'sqs'],
  sweep: ['s3', 'scheduler', 'sqs'],
}

test.each(functions.filter(({ renders }) => !renders))(
  'the package of $name is small: a handler, the AWS clients that it uses, no rendering code, and no credential provider that Lambda does not need',
  async ({ name, ...entry }) => {
    const { bytes, exports, inputs, external, loaded } = await bundle(entry)
    expect(exports).toEqual(['handler'])
    expect(inputs.filter((path) => ofRendering.test(path))).toEqual([])
    expect(external.filter((path) => /sharp|chromium/.test(path))).toEqual([])
    expect(bytes).toBeLessThan(2_000_000)
    expect(loaded.filter((path) => /credential-provider-(sso|ini|process|web)/.test(path))).toEqual([])
    const carried = loaded.flatMap((path) => /@aws-sdk\/client-(\w+)\//.exec(path)?.[1] ?? [])
    expect([...new Set(carried)].sort()).toEqual(['dynamodb', ...(clients[name] ?? [])])
  },
  60_000,
)

test.each(functions.filter(({ renders }) => renders))(
  '$name inflates Chromium before it compiles the rest of its code',
  async (entry) => {
    const { loadedBytes, exports, loaded } = await bundle(entry)
    expect(exports).toEqual(['handler'])
    expect(loaded).toContain('lib/render/browser/chromium-parts.ts')
    expect(loaded.filter((path) => path.startsWith('node_modules/'))).toEqual([])
    expect(loadedBytes).toBeLessThan(20_000)
  },
  60_000,
)
