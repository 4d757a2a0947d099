import { readFileSync } from 'node:fs'
import { basename, extname, join, sep } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'

export const root = join(import.meta.dirname, '..', '..', '..')
export const sstDir = join(root, '.sst')
export const platformDir = join(sstDir, 'platform')

const banner = [
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  'const __filename = import.meta.filename, __dirname = import.meta.dirname;',
].join('\n')

const external = [
  '@pulumi/*',
  'undici',
  '@pulumiverse/*',
  '@sst-provider/*',
  '@aws-sdk/*',
  'esbuild',
  'archiver',
  'glob',
  'vite',
]

/** The CLI refuses imports at the top of sst.config.ts while it evaluates `app()`. */
const refuseImports: Plugin = {
  name: 'refuse-imports',
  setup: ({ onResolve }) =>
    onResolve({ filter: /.*/ }, ({ path, importer, kind }) =>
      basename(importer) === 'sst.config.ts' && kind === 'import-statement'
        ? { errors: [{ text: `sst.config.ts imports "${path}" at its top` }] }
        : undefined,
    ),
}

/** Every file outside of .sst gets the providers and SST itself in front. */
const injectGlobals = (globals: string): Plugin => ({
  name: 'inject-globals',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.(js|ts)$/ }, ({ path }) =>
      path.startsWith(sstDir + sep)
        ? undefined
        : {
            contents: `${globals}\n${readFileSync(path, 'utf8')}`,
            loader: extname(path) === '.ts' ? 'ts' : 'js',
          },
    ),
})

const bundle = async (contents: string, outfile: string, options: BuildOptions) => {
  await build({
    stdin: { contents, resolveDir: root, sourcefile: 'eval.ts', loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    sourcemap: 'linked',
    nodePaths: [join(platformDir, 'node_modules')],
    external,
    logLevel: 'silent',
    absWorkingDir: root,
    ...options,
    banner: { js: `${banner}\n${options.banner?.['js'] ?? ''}` },
  })
  return outfile
}

const config = JSON.stringify(join(root, 'sst.config.ts'))

/** The module whose default export is what `app()` returns; as pkg/project/project.go of the CLI makes it. */
export const bundleApp = (stage: string, outfile: string) =>
  bundle(
    `import mod from ${config}; export default await mod.app({ stage: ${JSON.stringify(stage)} })`,
    outfile,
    {
      banner: { js: 'function $config(input) { return input }' },
      plugins: [refuseImports],
    },
  )

export interface ProgramOptions {
  app: object
  cli: object
  outfile: string
  dev: boolean
}

/** The program that Pulumi would be given; as pkg/project/run.go and pkg/js/js.go of the CLI make it. */
export const bundleProgram = ({ app, cli, outfile, dev }: ProgramOptions) => {
  const providers = JSON.parse(readFileSync(join(sstDir, 'provider-lock.json'), 'utf8')) as {
    alias: string
    package: string
  }[]
  const globals = [
    ...providers.map(({ alias, package: name }) => `import * as ${alias} from ${JSON.stringify(name)};`),
    `import * as sst from ${JSON.stringify(join(platformDir, 'src/components'))};`,
  ].join('\n')
  const runner = JSON.stringify(join(platformDir, 'src/auto/run.ts'))
  return bundle(
    `import { run } from ${runner}; import mod from ${config}; export default await run(mod.run)`,
    outfile,
    {
      define: { $app: JSON.stringify(app), $cli: JSON.stringify(cli), $dev: String(dev) },
      inject: [join(platformDir, 'src/shim/run.js')],
      plugins: [injectGlobals(globals)],
    },
  )
}
