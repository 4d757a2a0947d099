import { expect, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { readCases } from '../../support/read-cases.ts'
import { decodeImage } from '../../support/render/image.ts'
import { startOperationsFixture } from '../../support/render/operations.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** Pages with a progress screen, whose words and green content a script shows later. */
const waits = readCases('operations/progress-screens.txt')

/** Pages that are no progress screens, for which nothing waits. */
const none = readCases('operations/no-progress-screens.txt')

const routes = (cases: typeof waits, prefix: string) =>
  cases.map(({ parts: [html] }, index) => [
    `/${prefix}/${index}`,
    page(`<!doctype html><meta charset=utf-8>${html}`),
  ])

const fixture = await startOperationsFixture(
  Object.fromEntries([...routes(waits, 'waits'), ...routes(none, 'none')]),
)

const shoot = async (url: string, request: object = {}) => {
  const report = createRenderReport()
  const { body } = await fixture.render(operations.screenshot, { url, ...request }, { report })
  return { image: await decodeImage(body), report }
}

test.each(waits.map(({ name }, index) => [name, index] as const))('%s is waited for', async (_, index) => {
  const { image, report } = await shoot(`/waits/${index}`)
  expect(image.at(20, 280)).toEqual([0, 200, 0, 255])
  expect(report.waitsExpired).toEqual([])
})

test.each(['a hidden body', 'an application that begins with nothing'])(
  'the text of %s is waited for',
  async (name) => {
    const url = `/waits/${waits.findIndex((each) => each.name === name)}`
    const { body } = await fixture.render(operations.scrape, { url, format: 'md' })
    expect(body.toString()).toContain('The lamps of the harbour')
  },
)

test.each(none.map(({ name }, index) => [name, index] as const))('%s is not waited for', async (_, index) => {
  const { report } = await shoot(`/none/${index}`)
  expect(report.waitsExpired).toEqual([])
})
