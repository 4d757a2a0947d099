import { describe, expect, test } from 'vitest'
import { nowMs } from '../../support/now.ts'
import { startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { page } from '../../support/sites/fixture-server.ts'

const areas = `<!doctype html><body style="margin:0;height:2000px">
  <form class="ad" style="position:absolute;left:10.5px;top:20px;width:100px;height:50px"><input name="style"></form>
  <div class="ad" style="position:absolute;left:40px;top:1500px;width:30px;height:10px"></div>
  <div class="ad" style="display:none">hidden</div>`

/** A square that moves for a while, then stays; or never stays. */
const moving = (ms: number) => `<!doctype html><body style="margin:0">
  <div id="box" style="position:absolute;width:50px;height:50px;background:red"></div>
  <script>
    const begin = new Date()
    const move = () => {
      const passed = new Date() - begin
      box.style.left = Math.min(passed, ${ms}) / 4 % 700 + 'px'
      if (passed < ${ms}) requestAnimationFrame(move)
    }
    move()
  </script>`

const fixture = await startCaptureFixture({
  '/capture/areas': page(areas),
  '/capture/stops': page(moving(700)),
  '/capture/moves': page(moving(1e9)),
  '/capture/field': page(
    '<!doctype html><input style="position:absolute;left:0;top:0;border:0;outline:0;height:40px;caret-color:red" autofocus>',
  ),
})

describe('areas of ignored elements', () => {
  const limits = { ignored: ['.ad', '#nothing'] }

  test('are in pixels of the image, and those outside of it are left out', async () => {
    const viewport = { width: 400, height: 300, deviceScaleFactor: 2 }
    const { ignored } = await fixture.takeBytes('areas', { viewport }, limits)
    expect(ignored).toEqual([{ x: 21, y: 40, width: 200, height: 100 }])
  })

  test('of a full page refer to the document, scaled like the image', async () => {
    const { ignored, height } = await fixture.takeBytes(
      'areas',
      { fullPage: true, thumbnail: { width: 400 } },
      limits,
    )
    expect(height).toBe(1000)
    expect(ignored).toEqual([
      { x: 5, y: 10, width: 51, height: 25 },
      { x: 20, y: 750, width: 15, height: 5 },
    ])
  })

  test('are not searched unless asked for', async () => {
    expect(await fixture.takeBytes('areas')).not.toHaveProperty('ignored')
  })
})

describe('a stable capture', () => {
  test('shows a page after its animation has ended', async () => {
    const { image, report } = await fixture.take('stops', { stable: true })
    expect(image.at(180, 25)).toEqual([255, 0, 0, 255])
    expect(image.at(170, 25)).toEqual([255, 255, 255, 255])
    expect(report.waitsExpired).toEqual([])
  })

  test('has no text caret, which blinks', async () => {
    const colorsOf = async (stable: boolean) => {
      const { image } = await fixture.take('field', { stable })
      return new Set(Array.from({ length: 8 }, (_, x) => image.at(x, 20).join()))
    }
    await expect.poll(() => colorsOf(false), { timeout: 10_000 }).toContain('255,0,0,255')
    expect(await colorsOf(true)).toEqual(new Set(['255,255,255,255']))
  })

  test('does not wait for an element that is ignored', async () => {
    const { report, ignored } = await fixture.takeBytes('moves', { stable: true }, { ignored: ['#box'] })
    expect(report.waitsExpired).toEqual([])
    expect(ignored?.length).toBe(1)
  })

  test('of a page that never stands still ends, and the report says so', async () => {
    const { report } = await fixture.takeBytes('moves', { stable: true }, { endsMs: nowMs() + 3_500 })
    expect(report.waitsExpired).toEqual(['stable'])
  })
})
