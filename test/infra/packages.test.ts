import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { functions } from '../../functions/list.ts'
import { bundleOptions } from '../../scripts/build.ts'

const root = join(import.meta.dirname, '../..')
const light = functions.filter(({ renders }) => !renders)

/** Bundles the functions in one run, which reads each module once. The packages are those of separate runs. */
const { metafile } = await build({
  ...bundleOptions(''),
  entryPoints: light.map(({ file }) => join(root, file)),
  absWorkingDir: root,
  outdir: 'packages',
  write: false,
  metafile: true,
})

const bundleOf = (file: string) => {
  const output = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === file)
  if (!output) throw new Error(`There is no bundle of ${file}`)
  const { bytes, exports, inputs, imports } = output
  return {
    bytes,
    exports,
    inputs: Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    external: imports.filter(({ external }) => external).map(({ path }) => path),
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

test.each(light)(
  'the package of $name is one small file with a handler, the AWS clients that it uses, and no rendering code',
  ({ name, file }) => {
    const { bytes, exports, inputs, external } = bundleOf(file)
    expect(exports).toEqual(['handler'])
    expect(inputs.filter((path) => ofRendering.test(path))).toEqual([])
    expect(external.filter((path) => /sharp|chromium/.test(path))).toEqual([])
    expect(bytes).toBeLessThan(2_000_000)
    const carried = inputs.flatMap((path) => /@aws-sdk\/client-(\w+)\//.exec(path)?.[1] ?? [])
    expect([...new Set(carried)].sort()).toEqual(['dynamodb', ...(clients[name] ?? [])])
  },
)
