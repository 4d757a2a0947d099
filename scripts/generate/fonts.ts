import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fontsConf } from './fonts-conf.ts'
import { createFontShrinker } from './shrink-font.ts'

interface FontPackage {
  name: string
  files: readonly string[]
  licence: string
}

/** The four faces that a browser would otherwise synthesize. */
const expoFaces = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic']

const expo = (directory: string, family: string, faces: readonly string[]): FontPackage => ({
  name: `@expo-google-fonts/${directory}`,
  files: faces.map((face) => `${face}/${family}_${face}.ttf`),
  licence: 'LICENSE_FONT',
})

const embed = (directory: string, files: readonly string[]): FontPackage => ({
  name: `@embedpdf/fonts-${directory}`,
  files: files.map((file) => `fonts/${file}`),
  licence: 'LICENSE',
})

// Chinese, Japanese and Korean without bold: Chromium thickens the strokes well, and bold would add 24 MB.
const packages: readonly FontPackage[] = [
  expo('arimo', 'Arimo', expoFaces),
  expo('tinos', 'Tinos', expoFaces),
  expo('cousine', 'Cousine', expoFaces),
  expo('open-sans', 'OpenSans', expoFaces),
  expo('noto-sans-devanagari', 'NotoSansDevanagari', ['400Regular', '700Bold']),
  expo('noto-sans-thai', 'NotoSansThai', ['400Regular', '700Bold']),
  expo('noto-sans-bengali', 'NotoSansBengali', ['400Regular', '700Bold']),
  expo('noto-sans-tamil', 'NotoSansTamil', ['400Regular', '700Bold']),
  expo('noto-sans-georgian', 'NotoSansGeorgian', ['400Regular', '700Bold']),
  expo('noto-sans-armenian', 'NotoSansArmenian', ['400Regular', '700Bold']),
  expo('noto-sans-khmer', 'NotoSansKhmer', ['400Regular', '700Bold']),
  // For characters that no other font has, such as U+20BF (bitcoin) and phonetic letters.
  expo('noto-sans', 'NotoSans', ['400Regular']),
  expo('noto-sans-symbols', 'NotoSansSymbols', ['400Regular', '700Bold']),
  expo('noto-sans-symbols-2', 'NotoSansSymbols2', ['400Regular']),
  expo('noto-sans-math', 'NotoSansMath', ['400Regular']),
  expo('noto-color-emoji', 'NotoColorEmoji', ['400Regular']),
  embed('arabic', ['NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf']),
  embed('hebrew', ['NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf']),
  embed('sc', ['NotoSansHans-Regular.otf']),
  embed('tc', ['NotoSansHant-Regular.otf']),
  embed('jp', ['NotoSansJP-Regular.otf']),
  embed('kr', ['NotoSansKR-Regular.otf']),
]

/** Raise this number if the recipe changes, to rebuild existing files. */
const recipe = 2

/**
 * Makes `outDir/fonts`: the font faces, their licenses, and the `fonts.conf` that restricts the browser to these fonts, wherever
 * the folder is. Does nothing if it exists. Shrinking the faces takes about two seconds and saves 26 of 58 MB.
 */
export const generateFonts = async (outDir: string): Promise<void> => {
  const target = join(outDir, 'fonts')
  const copies = (await Promise.all(packages.map(packageCopies))).flat()
  const stamp = `${JSON.stringify({ recipe, copies: copies.map(({ to, bytes }) => ({ to, bytes })) })}\n${fontsConf}`
  if ((await readFile(join(target, 'stamp.txt'), 'utf8').catch(() => '')) === stamp) return
  const partial = `${target}.partial-${process.pid}`
  await mkdir(join(partial, 'licences'), { recursive: true })
  const shrink = await createFontShrinker()
  for (const { from, to } of copies) {
    const bytes = await readFile(from)
    await writeFile(join(partial, to), isFace(to) ? shrink(bytes) : bytes)
  }
  await writeFile(join(partial, 'fonts.conf'), fontsConf)
  await writeFile(join(partial, 'stamp.txt'), stamp)
  await rm(target, { recursive: true, force: true })
  await rename(partial, target)
}

const isFace = (file: string) => /\.[ot]tf$/.test(file)

const packageCopies = async ({ name, files, licence }: FontPackage) => {
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new Error(`The package ${name} is not installed.`)
  const directory = dirname(manifest)
  const licenceName = `licences/${name.slice(1).replace('/', '-')}.txt`
  return Promise.all([
    ...files.map((file) => sized(join(directory, file), file.slice(file.lastIndexOf('/') + 1))),
    sized(join(directory, licence), licenceName),
  ])
}

const sized = async (from: string, to: string) => ({ from, to, bytes: (await stat(from)).size })
