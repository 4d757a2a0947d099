import { describe, expect, test } from 'vitest'
import { parseExitProxies } from '../../../../lib/core/network/exit-proxies.ts'
import { resolveScreenshot } from '../../../../lib/core/plan/resolve-screenshot.ts'
import { findDevice } from '../../../../lib/schema/devices.ts'
import { fromBody } from '../../../support/render/read-screenshot.ts'

const exits = parseExitProxies('us=http://us.test:1,de=http://de.test:2')
const plan = (options: Record<string, unknown>) =>
  resolveScreenshot(fromBody(options.html ? options : { url: 'https://example.com/', ...options }), exits, 0)

describe('source', () => {
  test('credentials are removed from the URL and decoded', () => {
    expect(plan({ url: 'https://us%40er:p%20w@example.com/a?b#c' }).source).toEqual({
      kind: 'url',
      url: 'https://example.com/a?b#c',
      credentials: { username: 'us@er', password: 'p w' },
    })
    expect(plan({}).source).toEqual({ kind: 'url', url: 'https://example.com/' })
  })
})

describe('image', () => {
  test.each([
    ['jpg', 'jpeg', 'jpg'],
    ['jpeg', 'jpeg', 'jpeg'],
  ])('%s is encoded as %s and named .%s', (format, encoded, extension) => {
    expect(plan({ format })).toMatchObject({ format: encoded, extension })
  })

  test.each([
    [{}, undefined],
    [{ image_width: 5 }, { width: 5 }],
    [{ image_height: 6 }, { height: 6 }],
    [
      { image_width: 5, image_height: 6 },
      { width: 5, height: 6 },
    ],
  ])('the thumbnail of %j is %j', (options, thumbnail) => {
    expect(plan(options).thumbnail).toEqual(thumbnail)
  })

  const bounds = { image_width: 5, image_height: 6 }

  test.each([
    ['contain', undefined],
    ['fill', { kind: 'fill' }],
    ['cover', { kind: 'cover', position: 'left bottom' }],
    ['pad', { kind: 'pad', position: 'left bottom', color: { r: 255, g: 255, b: 255, alpha: 1 } }],
  ])('image_fit=%s with two sides is %j, and nothing with one side', (image_fit, fit) => {
    const options = { image_fit, image_position: 'bottom_left' }
    expect(plan({ ...bounds, ...options }).thumbnail).toEqual({ width: 5, height: 6, ...(fit && { fit }) })
    expect(plan({ image_width: 5, ...options }).thumbnail).toEqual({ width: 5 })
  })

  test.each([
    ['png', '#1a2b3c', [26, 43, 60, 1]],
    ['png', 'f00', [255, 0, 0, 1]],
    ['avif', '00000000', [0, 0, 0, 0]],
    ['jpeg', '00000000', [255, 255, 255, 1]],
    ['gif', 'ff000080', [255, 127, 127, 1]],
  ])('the padding of a %s in the color %s is %j', (format, image_padding_color, [r, g, b, alpha]) => {
    const { thumbnail } = plan({ ...bounds, format, image_fit: 'pad', image_padding_color })
    expect(thumbnail?.fit).toEqual({ kind: 'pad', position: 'center', color: { r, g, b, alpha } })
  })

  test.each([
    [{ full_page_scroll: true }, undefined],
    [{ full_page: true }, undefined],
    [{ full_page: true, full_page_scroll: true }, { byDurationMs: 400 }],
    [
      {
        full_page: true,
        full_page_scroll: true,
        full_page_scroll_by_amount: 7,
        full_page_scroll_by_duration: 0,
      },
      { byAmount: 7, byDurationMs: 0 },
    ],
  ])('the scroll of %j is %j', (options, scroll) => {
    expect(plan(options).fullPageScroll).toEqual(scroll)
  })
})

describe('viewport', () => {
  const desktop = {
    width: 1280,
    height: 1080,
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    isLandscape: false,
  }
  const phone = { ...findDevice('iphone_13')?.viewport, screen: { width: 390, height: 844 } }

  test.each([
    ['nothing', {}, desktop],
    [
      'explicit values',
      {
        viewport_width: 5,
        viewport_height: 6,
        device_scale_factor: 2,
        viewport_mobile: true,
        viewport_has_touch: true,
        viewport_landscape: true,
      },
      { width: 6, height: 5, deviceScaleFactor: 2, isMobile: true, hasTouch: true, isLandscape: true },
    ],
    ['a device', { viewport_device: 'iphone_13' }, phone],
    [
      'a device with another width',
      { viewport_device: 'iphone_13', viewport_width: 500 },
      { ...phone, width: 500 },
    ],
    [
      'a device without touch',
      { viewport_device: 'iphone_13', viewport_has_touch: false, viewport_mobile: false },
      { ...phone, hasTouch: false, isMobile: false },
    ],
    [
      'a turned device',
      { viewport_device: 'iphone_13', viewport_landscape: true },
      { ...phone, width: phone.height, height: phone.width, isLandscape: true },
    ],
    [
      'a device that lies already',
      { viewport_device: 'iphone_13_landscape', viewport_landscape: true },
      { ...findDevice('iphone_13_landscape')?.viewport, screen: phone.screen },
    ],
    [
      'landscape of an explicit viewport that is upright',
      { viewport_landscape: true, viewport_width: 800, viewport_height: 1200 },
      { ...desktop, width: 1200, height: 800, isLandscape: true },
    ],
    [
      'landscape of a device that one explicit side has made upright',
      { viewport_device: 'iphone_13', viewport_landscape: true, viewport_width: 100 },
      { ...phone, width: phone.width, height: 100, isLandscape: true },
    ],
    [
      'no landscape leaves an explicit viewport as it is',
      { viewport_landscape: false, viewport_width: 1200, viewport_height: 800 },
      { ...desktop, width: 1200, height: 800 },
    ],
    ['landscape without a device', { viewport_landscape: true }, { ...desktop, isLandscape: true }],
  ])('%s', (_, options, viewport) => {
    expect(plan(options).viewport).toEqual(viewport)
  })

  test('the user agent comes from the device unless one is given', () => {
    expect(plan({ viewport_device: 'iphone_13' }).userAgent).toMatch(/iPhone/)
    expect(plan({ viewport_device: 'iphone_13', user_agent: 'x' }).userAgent).toBe('x')
    expect(plan({})).not.toHaveProperty('userAgent')
  })
})

describe('identity', () => {
  test('authorization without a scheme is basic', () => {
    expect(plan({ authorization: 'YTpi' }).authorization).toBe('Basic YTpi')
    expect(plan({ authorization: 'Bearer x' }).authorization).toBe('Bearer x')
  })

  test('headers that have their own parameter are merged with it', () => {
    const headers = ['Authorization: Bearer x', 'Cookie: a=1; b=2', 'User-Agent: y', 'x-z:1']
    expect(plan({ headers, cookies: ['c=3'] })).toMatchObject({
      authorization: 'Bearer x',
      userAgent: 'y',
      cookies: [
        { name: 'a', value: '1', parameter: 'headers[1]' },
        { name: 'b', value: '2', parameter: 'headers[1]' },
        { name: 'c', value: '3', parameter: 'cookies[0]' },
      ],
      headers: [{ name: 'x-z', value: '1' }],
    })
    expect(plan({ headers, authorization: 'YTpi', user_agent: 'z' })).toMatchObject({
      authorization: 'Basic YTpi',
      userAgent: 'z',
    })
  })
})

describe('the rest', () => {
  test('arrays have no duplicates, and an absent one is empty', () => {
    expect(
      plan({ wait_until: 'load,load', block_annoyance: 'none', block_ressources: 'font,font' }),
    ).toMatchObject({
      waitUntil: ['load'],
      block: { annoyances: [], resourceTypes: ['font'], urlPatterns: [] },
    })
  })

  test('statuses become ranges', () => {
    expect(plan({ fail_on_status: '404,5XX' }).failOnStatus).toEqual([
      { from: 404, to: 404 },
      { from: 500, to: 599 },
    ])
  })

  test('places get their canonical form', () => {
    const options = {
      timezone: 'europe/berlin',
      locale: 'de-de',
      geolocation_latitude: 1,
      geolocation_longitude: 2,
    }
    expect(plan(options)).toMatchObject({
      timezone: 'Europe/Berlin',
      locale: 'de-DE',
      geolocation: { latitude: 1, longitude: 2, accuracy: 0 },
    })
    expect(plan({ timezone: 'Etc/UTC' }).timezone).toBe('Etc/UTC')
  })

  test('proxy and exit country become one upstream', () => {
    expect(plan({ proxy: 'http://u:p@a.test' }).proxy).toEqual({
      protocol: 'http',
      host: 'a.test',
      port: 80,
      credentials: { username: 'u', password: 'p' },
    })
    expect(plan({ ip_location: 'eu' }).proxy?.host).toBe('de.test')
    expect(() => plan({ ip_location: 'jp' })).toThrow('`ip_location` is jp')
  })

  test('a plan has no key that is undefined', () => {
    const undefinedKeys = Object.entries(plan({})).filter(([, value]) => value === undefined)
    expect(undefinedKeys).toEqual([])
  })
})
