import type { VideoFormat } from '../../../../core/plan/render-plan.ts'
import type { Encoder } from './encoder.ts'
import { createGifEncoder } from './gif-encoder.ts'
import { createWebCodecsEncoder, type EncoderSession, type VideoSettings } from './web-codecs-encoder.ts'

/** Creates the encoder of a format. It may use another page of the browser. */
export const createEncoder = (
  session: EncoderSession,
  { format, ...settings }: Omit<VideoSettings, 'format'> & { format: VideoFormat },
): Promise<Encoder> =>
  format === 'gif'
    ? Promise.resolve(createGifEncoder(settings))
    : createWebCodecsEncoder(session, { ...settings, format })
