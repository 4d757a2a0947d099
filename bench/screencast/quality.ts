import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadScripts } from '../../lib/render/browser/scripts.ts'
import { imageOfFrame } from '../../lib/render/outputs/screencast/camera.ts'
import { createEncoder } from '../../lib/render/outputs/screencast/encode/create-encoder.ts'
import { round } from '../statistics.ts'
import { launch, viewport } from './systems.ts'

const fps = 30
const frames = 90

const fail = (error: unknown) => {
  throw error
}

/** The page moves only on command, so a frame can be captured twice. */
const takeClock = () => {
  const callbacks: FrameRequestCallback[] = []
  globalThis.requestAnimationFrame = (callback) => callbacks.push(callback)
  Object.assign(globalThis, {
    show(timeMs: number) {
      for (const callback of callbacks.splice(0)) callback(timeMs)
      document.documentElement.style.setProperty('--delay', `${-timeMs}ms`)
    },
  })
}

const heldAnimations =
  '* { animation-play-state: paused !important; animation-delay: var(--delay) !important }'

/** Returns the PSNR in dB, and the size, of a video of 3 s whose frames are compared with lossless images of the same frames. */
export const measureQuality = async (assetsDir: string, url: string) => {
  const dir = await mkdtemp(join(tmpdir(), 'bench-quality-'))
  await using browser = await launch(assetsDir)
  try {
    await using encoder = await createEncoder(
      { browser, script: loadScripts(assetsDir).video, note: fail },
      {
        format: 'mp4',
        fps,
        frames,
        ...viewport,
        crop: { x: 0, y: 0, ...viewport },
      },
    )
    const page = await browser.newPage()
    await page.evaluateOnNewDocument(takeClock)
    await page.goto(url)
    await page.addStyleTag({ content: heldAnimations })
    for (let index = 0; index < frames; index++) {
      await page.evaluate(`show(${(index * 1000) / fps})`)
      const path = join(dir, `${String(index).padStart(3, '0')}.png`) as `${string}.png`
      await page.screenshot({ path })
      await encoder.add(Buffer.from(await page.screenshot({ ...imageOfFrame, type: imageOfFrame.format })))
    }
    const video = await encoder.finish()
    const path = join(dir, 'video.mp4')
    await writeFile(path, video)
    return { psnrDb: await readPsnr(path, join(dir, '%03d.png')), bytes: video.length }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** ffmpeg compares the decoded planes with the images' planes. */
const readPsnr = async (video: string, images: string) => {
  const aligned = `settb=1/${fps},setpts=N`
  const planes = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'
  const graph = `[0:v]${aligned}[video];[1:v]${planes},${aligned}[images];[video][images]psnr`
  const inputs = ['-i', video, '-framerate', String(fps), '-start_number', '0', '-i', images]
  const { stderr } = await promisify(execFile)('ffmpeg', [...inputs, '-lavfi', graph, '-f', 'null', '-'])
  const [, average] = /average:([\d.]+)/.exec(stderr) ?? []
  if (average === undefined) throw new Error(`ffmpeg printed no PSNR: ${stderr}`)
  return round(Number(average), 1)
}
