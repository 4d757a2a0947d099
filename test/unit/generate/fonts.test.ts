import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Blob, Face, Font } from 'harfbuzzjs'
import { beforeAll, expect, test } from 'vitest'
import { generateFonts } from '../../../scripts/generate/fonts.ts'
import { createFontShrinker } from '../../../scripts/generate/shrink-font.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const fontsDir = join(root, 'generated', 'fonts')

beforeAll(() => generateFonts(join(root, 'generated')))

test('fonts, their configuration and their licences exist, below 33 MB', async () => {
  const names = await readdir(fontsDir)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(fontsDir, name))).size))
  expect(names.filter((name) => /\.[ot]tf$/.test(name))).toHaveLength(44)
  expect(sizes.reduce((total, bytes) => total + bytes, 0)).toBeLessThan(33e6)
  const licences = await readdir(join(fontsDir, 'licences'))
  expect(licences).toHaveLength(22)
  for (const licence of licences)
    expect(await readFile(join(fontsDir, 'licences', licence), 'utf8')).toMatch(/SIL OPEN FONT LICENSE/i)
})

test('the files do not contain the path of their build', async () => {
  for (const name of ['fonts.conf', 'stamp.txt'])
    expect(await readFile(join(fontsDir, name), 'utf8')).not.toContain(process.cwd())
})

test('a second run changes nothing', async () => {
  const { ino } = await stat(fontsDir)
  await generateFonts(join(root, 'generated'))
  expect((await stat(fontsDir)).ino).toBe(ino)
})

/** The tags of the table directory, which begins at byte 12. */
const tablesOf = (font: Buffer) =>
  Array.from({ length: font.readUInt16BE(4) }, (_, index) =>
    font.toString('latin1', 12 + 16 * index, 16 + 16 * index),
  )

const outlinesOf = (bytes: Buffer) => {
  const face = new Face(new Blob(new Uint8Array(bytes)))
  const font = new Font(face)
  return Array.from(face.collectUnicodes(), (character) => [
    character,
    font.glyphToPath(font.nominalGlyph(character) ?? 0),
  ])
}

test('a shrunk font loses its hints, and keeps every character and its outline', async () => {
  const whole = await readFile(
    join(root, 'node_modules/@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf'),
  )
  const shrunk = (await createFontShrinker())(whole)
  const kept = tablesOf(shrunk)
  expect(tablesOf(whole).filter((tag) => !kept.includes(tag))).toEqual(['cvt ', 'fpgm', 'prep'])
  expect(outlinesOf(shrunk)).toEqual(outlinesOf(whole))
  expect(outlinesOf(shrunk)).toHaveLength(140)
})

test('a file that is not a font is refused', async () => {
  const shrink = await createFontShrinker()
  expect(() => shrink(Buffer.from('not a font'))).toThrow('cannot read')
})
