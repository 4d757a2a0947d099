// Creates dist/functions/<name>/: each function bundled as by SST's builder, with the files that it reads at run time. `--deploy` takes
// minutes longer and makes the packages smaller.
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type BuildOptions, build } from 'esbuild'
import { execWrapper, type FunctionEntry, functions } from '../infra/functions.ts'
import { libraryArchives } from '../lib/render/browser/chromium-files.ts'
import { type Packing, packFile, packParts } from '../lib/render/browser/chromium-parts.ts'

const root = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

// sst/sst pkg/runtime/node/build.go: CommonJS dependencies call `require` inside an ES module.
const banner = [
  "import { createRequire as topLevelCreateRequire } from 'module';",
  'const require = topLevelCreateRequire(import.meta.url);',
  "import { fileURLToPath as topLevelFileUrlToPath, URL as topLevelURL } from 'url';",
  "const __filename = topLevelFileUrlToPath(import.meta.url); const __dirname = topLevelFileUrlToPath(new topLevelURL('.', import.meta.url));",
].join('')

/**
 * The options that bundle a function: `index.mjs` and the modules that it imports statically or at run time, each loaded only when it is
 * imported. Most of the credential providers are never loaded.
 */
export const bundleOptions = (file: string, isLate = false) =>
  ({
    ...(isLate ? { stdin: lateEntry(file) } : { entryPoints: [join(root, file)] }),
    entryNames: 'index',
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'es2024',
    format: 'esm',
    mainFields: ['module', 'main'],
    // Puppeteer loads the last three, 0.7 MB, only for other protocols, for WebSockets, and for a browser that is installed on the machine.
    external: [
      'sharp',
      '@sparticuz/chromium',
      '*/bidi.js',
      '*/NodeWebSocketTransport.js',
      '@puppeteer/browsers',
    ],
    // Without puppeteer's launcher, 6 % of the code that a render loads.
    alias: { 'puppeteer-core': 'puppeteer-core/internal/puppeteer-core-browser.js' },
    banner: { js: banner },
    logLevel: 'warning',
    // AWS SDK clients load credential providers lazily. A Lambda function has its keys in the environment.
    minify: true,
  }) satisfies BuildOptions

/**
 * V8 compiles all static imports before the first line runs, which took 150 ms of a cold start. The function is imported after Chromium
 * has begun to inflate on other threads: the first image of a cold environment takes 0.82 of the time.
 */
const lateEntry = (file: string) => ({
  contents: `import './functions/install-chromium.ts'\nexport const { handler } = await import('./${file}')\n`,
  resolveDir: root,
  sourcefile: 'index.ts',
})

/** Sources and types, 0.5 MB of sharp, and descriptions. That of libvips has the licenses of its parts. */
const unusedFile = /\.(d\.[cm]?ts|cc|h|gyp)$|(?<!libvips-linux-x64)\/README\.md$/

/** Copies a package and its installed dependencies. Optional packages of other platforms are not installed. */
const copyPackage = async (name: string, outDir: string, copied: Set<string>) => {
  if (copied.has(name)) return
  copied.add(name)
  const manifestPath = packageManifest(name)
  if (manifestPath === undefined) return
  await cp(dirname(manifestPath), join(outDir, 'node_modules', name), {
    recursive: true,
    dereference: true,
    filter: (path) => !unusedFile.test(path),
  })
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(await readFile(manifestPath, 'utf8'))
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
    await copyPackage(dependency, outDir, copied)
}

const packageManifest = (name: string): string | undefined => {
  const [folder] = (require.resolve.paths(name) ?? []).filter((path) => path === join(root, 'node_modules'))
  const path = join(folder ?? '', name, 'package.json')
  try {
    require(path)
    return path
  } catch {
    // An optional package for another platform.
    return undefined
  }
}

const chromiumDir = join(root, 'node_modules', '@sparticuz', 'chromium')

/**
 * How Chromium is packed, with Zstandard, which inflates in half of Brotli's CPU time. In four parts it takes 15 % less time than
 * in one if two CPUs are free. Uncompressed it would exceed Lambda's limit (bench/results/cold-start.json).
 */
export const packings = {
  /** Two minutes of CPU time. Level 19 would make the package 2 % smaller, but inflating would take 16 to 27 % longer. */
  deployed: { count: 4, level: 17 },
  /** 4 s of CPU time, for tests. The inflated browser is the same. */
  fast: { count: 4, level: 3 },
} as const satisfies Record<string, Packing>

/** Copies the binaries of the vendor's package, without its code, repacked. */
const copyChromium = async (outDir: string, packing: Packing) => {
  const to = join(outDir, 'node_modules', '@sparticuz', 'chromium')
  for (const folder of [await packChromium(packing), await packLibraries()])
    await cp(folder, join(to, 'bin'), { recursive: true })
  await cp(join(chromiumDir, 'package.json'), join(to, 'package.json'))
}

const readVendorFile = async (name: string) =>
  promisify(brotliDecompress)(await readFile(join(chromiumDir, 'bin', name)))

/** Creates the parts of the executable once for each version of Chromium and each packing. @returns their folder */
export const packChromium = async (packing: Packing) => {
  const { size } = await stat(join(chromiumDir, 'bin', 'chromium.br'))
  return packOnce(`chromium-${size}-${packing.count}-${packing.level}`, async (folder) =>
    packParts(await readVendorFile('chromium.br'), folder, packing),
  )
}

const librariesLevel = 19

/** The same for the archives of its libraries, in every packing. Zstandard inflates them in a fifth of Brotli's time. */
const packLibraries = async () => {
  const sizes = await Promise.all(
    libraryArchives.map(async (name) => (await stat(join(chromiumDir, 'bin', `${name}.br`))).size),
  )
  return packOnce(`libraries-${sizes.join('-')}-${librariesLevel}`, async (folder) => {
    for (const name of libraryArchives)
      await packFile(await readVendorFile(`${name}.br`), join(folder, `${name}.zst`), librariesLevel)
  })
}

const packed = new Map<string, Promise<string>>()

const packOnce = (name: string, fill: (folder: string) => Promise<void>) => {
  const folder = packed.get(name) ?? pack(name, fill)
  packed.set(name, folder)
  return folder
}

const pack = async (name: string, fill: (folder: string) => Promise<void>) => {
  const folder = join(root, 'dist', name)
  if (existsSync(folder)) return folder
  // Another build may do the same at the same time. Both results are equal, and an incomplete folder never has the final name.
  const making = `${folder}.${process.pid}`
  await mkdir(making, { recursive: true })
  await fill(making)
  await rename(making, folder).catch(() => rm(making, { recursive: true }))
  return folder
}

/** The folders of `generated/` that renders read. */
export const renderAssets = ['annoyances', 'demo', 'fonts', 'hyphen-data', 'in-page'] as const

const copyRenderingParts = async (outDir: string, packing: Packing) => {
  await copyPackage('sharp', outDir, new Set())
  await copyChromium(outDir, packing)
  for (const part of renderAssets)
    await cp(join(root, 'generated', part), join(outDir, 'generated', part), { recursive: true })
  const wrapper = join(outDir, basename(execWrapper))
  await cp(join(root, 'functions', basename(execWrapper)), wrapper)
  // Node does not start without it.
  await chmod(wrapper, 0o755)
}

/** @returns the folder of the built function */
export const buildFunction = async (
  { name, file, renders, images }: FunctionEntry,
  distDir: string,
  packing: Packing = packings.fast,
): Promise<string> => {
  const outDir = join(distDir, name)
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await build({ ...bundleOptions(file, renders), outdir: outDir })
  if (renders) await copyRenderingParts(outDir, packing)
  else if (images) await copyPackage('sharp', outDir, new Set())
  return outDir
}

if (basename(process.argv[1] ?? '') === basename(import.meta.filename)) {
  const packing = process.argv.includes('--deploy') ? packings.deployed : packings.fast
  await Promise.all(functions.map((entry) => buildFunction(entry, join(root, 'dist', 'functions'), packing)))
}
