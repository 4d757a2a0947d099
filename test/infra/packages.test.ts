import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { functions } from '../../functions/list.ts'
import { bundleOptions } from '../../scripts/build.ts'

const bundle = async (file: string) => {
  const { metafile, outputFiles } = await build({
    ...bundleOptions(file),
    outfile: 'index.mjs',
    write: false,
    metafile: true,
  })
  const [output] = Object.values(metafile.outputs)
  return {
    bytes: outputFiles[0]?.contents.length ?? 0,
    exports: output?.exports ?? [],
    inputs: Object.entries(output?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    ),
    external: (output?.imports ?? []).filter(({ external }) => external).map(({ path }) => path),
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
  'the package of $name is one small file with a handler, the AWS clients that it uses, and no rendering code',
  async ({ name, file }) => {
    const { bytes, exports, inputs, external } = await bundle(file)
    expect(exports).toEqual(['handler'])
    expect(inputs.filter((path) => ofRendering.test(path))).toEqual([])
    expect(external.filter((path) => /sharp|chromium/.test(path))).toEqual([])
    expect(bytes).toBeLessThan(2_000_000)
    const carried = inputs.flatMap((path) => /@aws-sdk\/client-(\w+)\//.exec(path)?.[1] ?? [])
    expect([...new Set(carried)].sort()).toEqual(['dynamodb', ...(clients[name] ?? [])])
  },
  60_000,
)
