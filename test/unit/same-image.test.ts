import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expectSameImage } from '../support/render/expect-same-image.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const image = (background: string, width = 4) =>
  sharp({ create: { width, height: 3, channels: 3, background } })
    .png()
    .toBuffer()

test('a failed comparison leaves both images, and their difference if they have the same size', async () => {
  const folder = temporaryFolder()
  const [red, blue, wide] = [await image('#f00'), await image('#00f'), await image('#f00', 5)]
  const kinds = () => readdirSync(folder).map((name) => /\w+(?=\.png)/.exec(name)?.[0])
  await expectSameImage(red, red, '', folder)
  expect(kinds()).toEqual([])
  await expect(expectSameImage(red, wide, '', folder)).rejects.toThrow('4×3 and 5×3')
  expect(kinds()).toEqual(['actual', 'expected'])
  await expect(expectSameImage(red, blue, 'hint', folder)).rejects.toThrow(/^12 pixels differ: .* hint$/)
  expect(kinds()).toEqual(['actual', 'difference', 'expected'])
})
