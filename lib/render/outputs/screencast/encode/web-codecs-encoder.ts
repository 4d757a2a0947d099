import type { Browser, BrowserContext } from 'puppeteer-core'
import type { VideoFormat } from '../../../../core/plan/render-plan.ts'
import { bitrateOf, colorMatrix, type VideoSize } from '../../../../core/plan/video.ts'
import { callOf, type Scripts } from '../../../browser/scripts.ts'
import type { EncodeJob } from '../../../in-page/video.ts'
import type { Encoder } from './encoder.ts'
import { FrameLink } from './frame-link.ts'
import { mux } from './mux.ts'

/** Where the encoder runs. */
export interface EncoderSession {
  browser: Browser
  script: Scripts['video']
  /** Receives the error of an encoder page that cannot be closed. */
  note: (error: unknown) => void
}

export interface VideoSettings extends VideoSize {
  format: Exclude<VideoFormat, 'gif'>
  fps: number
  frames: number
}

const keyFrameSeconds = 2

/**
 * Creates an encoder that uses the codecs of the browser in a page of a separate context. The only connection of that context is the
 * frame link. The recorded page has another context, process and proxy.
 */
export const createWebCodecsEncoder = async (
  { browser, script, note }: EncoderSession,
  settings: VideoSettings,
): Promise<Encoder> => {
  const link = new FrameLink()
  await link.listen()
  let context: BrowserContext | undefined
  // A page of a disconnected browser has no events.
  const onDisconnected = () => link.fail(new Error('The browser was disconnected.'))
  browser.on('disconnected', onDisconnected)
  const close = async () => {
    browser.off('disconnected', onDisconnected)
    await link.close()
    await context?.close().catch(note)
  }
  try {
    context = await browser.createBrowserContext({
      proxyServer: link.proxyUrl,
      proxyBypassList: ['<-loopback>'],
      downloadBehavior: { policy: 'deny' },
    })
    await Promise.race([startPage(context, link, script, settings), link.ended])
  } catch (error) {
    await close()
    throw error
  }
  return {
    add: (image) => link.add(image ?? Buffer.alloc(0)),
    async finish() {
      await link.complete()
      const { packets, description } = link
      if (packets.length !== settings.frames)
        throw new Error(`The encoder returned ${packets.length} of ${settings.frames} frames.`)
      return mux(settings.format, { ...settings, packets, description })
    },
    [Symbol.asyncDispose]: close,
  }
}

const startPage = async (
  context: BrowserContext,
  link: FrameLink,
  script: Scripts['video'],
  settings: VideoSettings,
) => {
  const page = await context.newPage()
  page.once('error', (cause) => link.fail(new Error('The encoder crashed.', { cause })))
  page.once('close', () => link.fail(new Error('The encoder page was closed.')))
  await page.goto(link.pageUrl)
  // The result arrives over the link, because a CDP call must not take as long as a video.
  await page.evaluate(callOf(script, 'startEncoding', toJob(settings)))
}

const toJob = ({ format, width, height, fps, frames, crop }: VideoSettings): EncodeJob => {
  const size = { width, height, framerate: fps, bitrate: bitrateOf({ width, height }, { fps, frames }) }
  const shared = {
    area: { width, height, crop },
    fps,
    keyFrameEvery: keyFrameSeconds * fps,
    matrix: colorMatrix({ height }),
  }
  if (format === 'webm')
    return {
      ...shared,
      quantizer: 24,
      config: { ...size, codec: 'vp09.00.51.08', bitrateMode: 'quantizer', latencyMode: 'realtime' },
    }
  return {
    ...shared,
    // The real-time mode would drop frames to keep its rate.
    config: {
      ...size,
      codec: 'avc1.640034',
      bitrateMode: 'variable',
      latencyMode: 'quality',
      avc: { format: 'avc' },
    },
  }
}
