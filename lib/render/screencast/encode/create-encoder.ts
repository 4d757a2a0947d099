import type { Browser } from 'puppeteer-core'
import type { VideoFormat } from '../../../core/plan/render-plan.ts'
import type { Encoder } from './encoder.ts'
import { createGifEncoder } from './gif-encoder.ts'
import { createWebCodecsEncoder, type VideoSettings } from './web-codecs-encoder.ts'

/** Creates the encoder of a format. It may use a page of `browser`. */
export const createEncoder = (
  browser: Browser,
  { format, ...settings }: Omit<VideoSettings, 'format'> & { format: VideoFormat },
): Promise<Encoder> =>
  format === 'gif'
    ? Promise.resolve(createGifEncoder(settings))
    : createWebCodecsEncoder(browser, { ...settings, format })
