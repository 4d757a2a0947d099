import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { generateFonts } from '../../../scripts/generate/fonts.ts'

const generate = async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'stillframe-test-'))
  onTestFinished(() => rm(outDir, { recursive: true }))
  await generateFonts(outDir)
  return join(outDir, 'fonts')
}

test('fonts, their configuration and their licences exist, below 60 MB', async () => {
  const fontsDir = await generate()
  const names = await readdir(fontsDir)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(fontsDir, name))).size))
  expect(names.filter((name) => /\.[ot]tf$/.test(name))).toHaveLength(44)
  expect(sizes.reduce((total, bytes) => total + bytes, 0)).toBeLessThan(60e6)
  const licences = await readdir(join(fontsDir, 'licences'))
  expect(licences).toHaveLength(22)
  for (const licence of licences)
    expect(await readFile(join(fontsDir, 'licences', licence), 'utf8')).toMatch(/SIL OPEN FONT LICENSE/i)
})

test('the files do not contain the path of their build', async () => {
  const fontsDir = await generate()
  for (const name of ['fonts.conf', 'stamp.txt'])
    expect(await readFile(join(fontsDir, name), 'utf8')).not.toContain(process.cwd())
})

test('a second run changes nothing', async () => {
  const fontsDir = await generate()
  const { ino } = await stat(fontsDir)
  await generateFonts(join(fontsDir, '..'))
  expect((await stat(fontsDir)).ino).toBe(ino)
})
