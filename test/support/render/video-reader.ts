import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import puppeteer from 'puppeteer-core'
import { installChromium } from '../../../lib/render/browser/chromium-files.ts'
import { startFixtureServer } from '../sites/fixture-server.ts'
import { type Packets, readAviFile } from './avi-reader.ts'
import { assetsDir } from './shared-browser.ts'

export type Point = readonly [x: number, y: number]

export interface Video {
  width: number
  height: number
  /** When each frame is shown, in seconds. */
  times: number[]
  /** How long the file says that the video is, in seconds. */
  seconds: number
  keyFrames: number[]
  codec: string
  /** What the container says about the colors. Absent in avi. */
  colorSpace: VideoColorSpaceInit | undefined
  /** Red, green and blue of each asked point, frame by frame. */
  pixels: [number, number, number][][]
}

export interface VideoReader extends AsyncDisposable {
  /** Decodes every frame of a video and looks at these points. */
  read(file: Buffer, points: readonly Point[]): Promise<Video>
}

/** Reads videos back with mediabunny's demuxers and the decoders of a bare Chromium. */
export const startVideoReader = async (): Promise<VideoReader> => {
  const { executable, librariesDir } = await installChromium(tmpdir())
  const site = await startFixtureServer({
    '/': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
  })
  const browser = await puppeteer.launch({
    executablePath: executable,
    headless: 'shell',
    pipe: true,
    env: { FONTCONFIG_FILE: join(assetsDir, 'fonts', 'fonts.conf'), LD_LIBRARY_PATH: librariesDir },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  const page = await browser.newPage()
  await page.goto(site.url)
  return {
    async read(file, points) {
      const video = file.toString('latin1', 8, 12) === 'AVI ' ? readAviFile(file) : await demux(file)
      const decoded = await page.evaluate(decode, video, points)
      return {
        ...decoded,
        times: video.packets.map(({ time }) => time),
        seconds: video.seconds,
        keyFrames: video.packets.flatMap(({ isKey }, index) => (isKey ? [index] : [])),
        codec: video.config.codec,
        colorSpace: video.config.colorSpace,
      }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await site.close()
    },
  }
}

const demux = async (file: Buffer): Promise<Packets> => {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(file) })
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new Error('the file has no video')
  const packets: Packets['packets'] = []
  for await (const { type, timestamp, data } of new EncodedPacketSink(track).packets())
    packets.push({ isKey: type === 'key', time: timestamp, data: Buffer.from(data).toString('base64') })
  const { codec, codedWidth = 0, codedHeight = 0, colorSpace, description } = config
  return {
    config: {
      codec,
      codedWidth,
      codedHeight,
      ...(colorSpace && { colorSpace }),
      ...(description && { description: toBuffer(description).toString('base64') }),
    },
    packets,
    seconds: await input.computeDuration(),
  }
}

const toBuffer = (bytes: AllowSharedBufferSource) =>
  ArrayBuffer.isView(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes as ArrayBuffer)

/** Runs in the page. */
const decode = async ({ config, packets }: Packets, points: readonly Point[]) => {
  const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const pixels: [number, number, number][][] = []
  let size = { width: 0, height: 0 }
  let failure: unknown
  const canvas = new OffscreenCanvas(config.codedWidth, config.codedHeight)
  const pen = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D
  const decoder = new VideoDecoder({
    output(frame) {
      size = { width: frame.displayWidth, height: frame.displayHeight }
      pen.drawImage(frame, 0, 0)
      frame.close()
      const at = ([x, y]: Point): [number, number, number] => {
        const [red = 0, green = 0, blue = 0] = pen.getImageData(x, y, 1, 1).data
        return [red, green, blue]
      }
      pixels.push(points.map(at))
    },
    error(error) {
      failure = error
    },
  })
  const { description, ...rest } = config
  decoder.configure({ ...rest, ...(description !== undefined && { description: bytes(description) }) })
  for (const { isKey, time, data } of packets)
    decoder.decode(
      new EncodedVideoChunk({
        type: isKey ? 'key' : 'delta',
        timestamp: Math.round(time * 1e6),
        data: bytes(data),
      }),
    )
  await decoder.flush()
  if (failure) throw failure
  return { ...size, pixels }
}
