import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { installChromium } from '../../../lib/render/browser/chromium-files.ts'
import { expectSameImage } from '../../support/render/expect-same-image.ts'
import { startRenderFixture } from '../../support/render/render.ts'
import { assetsDir } from '../../support/render/shared-browser.ts'
import type { Route } from '../../support/sites/fixture-server.ts'

const viewport = { width: 700, height: 700 }

/** A gradient with a different tint for each number; always the same bytes. */
const photo = (index: number, format: 'jpeg' | 'png' | 'webp', width = 300) => {
  const height = 200
  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0; i < pixels.length; i++) pixels[i] = (i * (index + 3) + (i >> 7) * 5) % 256
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format, { quality: 80 })
    .toBuffer()
}

const sendPhoto: Route = (_request, response, { pathname }) => {
  const [, index = '0', extension] = /(\d+)\.(\w+)$/.exec(pathname) ?? []
  const format = extension === 'png' ? 'png' : 'jpeg'
  void photo(Number(index), format).then((bytes) =>
    response.writeHead(200, { 'content-type': `image/${format}` }).end(bytes),
  )
}

const fixture = await startRenderFixture({
  '*': sendPhoto,
  '/wide.webp': (_request, response) =>
    void photo(1, 'webp', 1_200).then((bytes) =>
      response.writeHead(200, { 'content-type': 'image/webp' }).end(bytes),
    ),
  '/fixture-font.ttf': (_request, response) =>
    void readFile(join(assetsDir, 'fonts', 'Cousine_700Bold.ttf')).then((bytes) =>
      response.writeHead(200, { 'content-type': 'font/ttf' }).end(bytes),
    ),
})
const { executable, librariesDir } = await installChromium(tmpdir())
const bare = await puppeteer.launch({
  executablePath: executable,
  headless: 'shell',
  pipe: true,
  env: {
    FONTCONFIG_FILE: join(assetsDir, 'fonts', 'fonts.conf'),
    LD_LIBRARY_PATH: librariesDir,
    TZ: 'UTC',
  },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
  ],
})
afterAll(() => bare.close())

const shootBare = async (url: string, deviceScaleFactor: number) => {
  const page = await bare.newPage()
  await page.setViewport({ ...viewport, deviceScaleFactor })
  await page.goto(url, { waitUntil: 'networkidle0' })
  const bytes = await page.screenshot({ type: 'png' })
  await page.close()
  return bytes
}

test.each([
  ['a page of text', 'text', 1],
  ['a page of images at twice the density', 'images', 2],
] as const)('%s equals the image of plain Chromium', async (_name, name, deviceScaleFactor) => {
  const path = `/steps/${name}.html`
  const ours = await fixture.shoot(path, {
    viewport: { ...viewport, deviceScaleFactor, isMobile: false, hasTouch: false, isLandscape: false },
  })
  const theirs = await shootBare(new URL(path, fixture.site.url).href, deviceScaleFactor)
  expect(new Set(await sharp(ours.body).raw().toBuffer()).size).toBeGreaterThan(20)
  await expectSameImage(ours.body, theirs)
})
