import { expect, test } from 'vitest'
import { signAddress } from '../../../lib/core/access/signature.ts'
import type { RenderCall } from '../../../web/src/parameters/form-values.ts'
import { signCall } from '../../../web/src/samples/sign-call.ts'
import { postReason, toRequest } from '../../../web/src/samples/to-request.ts'

const hostile = `it's "ok" & %41 ü 😀`

const getCall: RenderCall = {
  operation: 'screenshot',
  values: {
    url: 'https://example.com/?a=1&b=2#c',
    selector: hostile,
    full_page: true,
    hide_selectors: ['a,b', "'"],
  },
}
const getParameters = {
  url: 'https://example.com/?a=1&b=2#c',
  selector: hostile,
  full_page: 'true',
  'hide_selectors[0]': 'a,b',
  'hide_selectors[1]': "'",
}
const postCall: RenderCall = {
  operation: 'screenshot',
  values: {
    html: hostile,
    cookies: [hostile, 'a=b'],
    image_quality: 9,
    full_page: true,
    webhook_signed: false,
  },
}

test('public parameters are sent by GET, private ones by POST with their types, for a file of the right type', () => {
  const baseUrl = 'https://stillframe.example'
  const sent = { baseUrl, path: '/v1/screenshot', file: 'screenshot.jpeg' }
  expect(toRequest(getCall, baseUrl)).toEqual({
    ...sent,
    method: 'GET',
    parameters: getParameters,
    values: getCall.values,
  })
  expect(toRequest(postCall, baseUrl)).toEqual({ ...sent, method: 'POST', parameters: postCall.values })
  const png: RenderCall = { ...getCall, values: { ...getCall.values, format: 'png' } }
  expect(toRequest(png, baseUrl).file).toBe('screenshot.png')
  const background: RenderCall = { ...png, values: { ...png.values, async: true } }
  expect(toRequest(background, baseUrl).file).toBe('screenshot.json')
})

test('private and long parameters are sent by POST', () => {
  expect(postReason(getCall)).toBeUndefined()
  expect(postReason(postCall)).toBe('private')
  const secret = 'https://user:s3cret@example.com/'
  expect(postReason({ operation: 'pdf', values: { url: secret } })).toBe('private')
  expect(postReason({ operation: 'pdf', values: { url: `https://example.com/${'a'.repeat(4000)}` } })).toBe(
    'long',
  )
})

test('a link has a signature of version 2, which covers its operation', async () => {
  const keys = { accessKey: 'a'.repeat(24), secretKey: 's'.repeat(40) }
  const expires = 1_893_456_000
  const link = await signCall(getCall, { baseUrl: 'https://stillframe.example', keys, expires })
  expect(link).toBe(signAddress(link.replace(/&expires=.*/, ''), keys.secretKey, { version: 2, expires }))
  expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
    ...getParameters,
    access_key: keys.accessKey,
  })
})
