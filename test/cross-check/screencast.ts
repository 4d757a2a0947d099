// Checks every format with ffprobe, which shares no code with what made them: `node test/cross-check/screencast.ts`.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScreencastFixture, viewport } from '../support/render/screencast.ts'

/** Most videos are recorded with odd sides, `mov` and `avi` with even ones, which H.264 does not pad. */
const expected = {
  mp4: { codec_name: 'h264', width: 642, height: 482, pix_fmt: 'yuv420p', color_range: 'tv' },
  mov: { codec_name: 'h264', width: 640, height: 480, pix_fmt: 'yuv420p', color_range: 'tv' },
  avi: { codec_name: 'h264', width: 640, height: 480, pix_fmt: 'yuv420p', color_range: 'tv' },
  webm: { codec_name: 'vp9', width: 641, height: 481, pix_fmt: 'yuv420p', color_range: 'tv' },
  gif: { codec_name: 'gif', width: 641, height: 481 },
} as const

const hasEvenSides = (format: string) => format === 'mov' || format === 'avi'

const frames = 60

const probe = (path: string) => {
  const what = ['-show_entries', 'stream:format=duration', '-of', 'json', path]
  const { streams, format } = JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-count_frames', ...what], { encoding: 'utf8' }),
  )
  return { ...streams[0], seconds: Number(format.duration) }
}

const dir = await mkdtemp(join(tmpdir(), 'stillframe-cross-check-'))
await using fixture = await startScreencastFixture()
let problems = 0
for (const [format, wanted] of Object.entries(expected)) {
  const path = join(dir, `video.${format}`)
  const video = await fixture.record('/screencast/counter.html', {
    format: format as keyof typeof expected,
    viewport: hasEvenSides(format) ? viewport(640, 480) : viewport(641, 481),
    durationMs: 2_000,
    fps: 30,
  })
  await writeFile(path, video.body)
  // Every frame decodes without a complaint.
  const complaints = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-'], {
    encoding: 'utf8',
  })
  const found = probe(path)
  const wrong = Object.entries(wanted).filter(([name, value]) => found[name] !== value)
  const isWhole = Number(found.nb_read_frames) === frames && Math.abs(found.seconds - 2) < 0.02
  const isRight = wrong.length === 0 && isWhole && complaints === ''
  if (!isRight) problems++
  process.stdout.write(
    `${format}: ${isRight ? 'right' : 'WRONG'} ${JSON.stringify({ frames: found.nb_read_frames, seconds: found.seconds, wrong, complaints })}\n`,
  )
}
await rm(dir, { recursive: true, force: true })
// The shared browsers end with the process, which they would keep alive.
process.exit(problems === 0 ? 0 : 1)
