import sharp from 'sharp'
import type { RenderReport } from '../../lib/core/telemetry/render-report.ts'

/** Bundled with the service, so no stage depends on a third-party website. */
export const demoUrl = 'http://demo.stillframe.example/'

export class SmokeError extends Error {}

export interface Target {
  baseUrl: string
  accessKey: string
  /** Of the same account. Without it, a right signature is not checked. */
  secretKey: string | undefined
  /** Of an account whose invoice is unpaid. */
  unpaidAccessKey: string | undefined
  /** Time without requests before the render that must find a warm browser. */
  pauseSeconds: number
}

export interface Check {
  name: string
  /** Takes a minute, or moves many megabytes. */
  isLong?: boolean
  /** Returns why the check cannot run, if it cannot. */
  skip?(target: Target): string | undefined
  /** Returns what was found. @throws SmokeError */
  run(target: Target): Promise<string>
}

export const expectThat = (isTrue: boolean, otherwise: string) => {
  if (!isTrue) throw new SmokeError(otherwise)
}

export const call = async (
  { baseUrl, accessKey }: Target,
  path: string,
  { status = 200, ...init }: RequestInit & { status?: number } = {},
): Promise<Response> => {
  const headers = { 'x-access-key': accessKey, 'content-type': 'application/json', ...init.headers }
  const response = await fetch(baseUrl + path, { ...init, headers })
  if (response.status !== status)
    throw new SmokeError(
      `${path.split('?')[0]} returned ${response.status} instead of ${status}: ${(await response.text()).slice(0, 300)}`,
    )
  return response
}

export const post = (target: Target, path: string, body: unknown, status = 200) =>
  call(target, path, { method: 'POST', body: JSON.stringify(body), status })

export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

export const shot = {
  html: '<body style="background:#00c800">',
  viewport_width: 200,
  viewport_height: 100,
  format: 'png',
}

export const green = async (image: Buffer) => {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expectThat(info.width === 200 && info.height === 100, `the image is ${info.width}x${info.height}`)
  expectThat([...data.subarray(0, 3)].join() === '0,200,0', 'the image is not green')
}

/** Renders, and returns the report of the render. */
export const readReport = async (target: Target): Promise<Partial<RenderReport>> => {
  const response = await post(target, '/v1/screenshot', { ...shot, metadata_report: true })
  await green(await bytesOf(response))
  return JSON.parse(response.headers.get('x-service-metadata-report') ?? '{}')
}
