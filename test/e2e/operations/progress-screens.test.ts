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

const shoot = async (url: string) => {
  const report = createRenderReport()
  const { body } = await fixture.render(operations.screenshot, { url }, { report })
  return { image: await decodeImage(body), report }
}

/** Two pages of which a scrape waits for the text, and the others of which a screenshot waits for the color. */
const hasText = ({ name }: { name: string }) =>
  name === 'a hidden body' || name === 'an application that begins with nothing'

const namesOf = (cases: typeof waits) => cases.map((each) => [each.name, waits.indexOf(each)] as const)

test.each(namesOf(waits.filter((each) => !hasText(each))))('%s is waited for', async (_, index) => {
  const { image, report } = await shoot(`/waits/${index}`)
  expect(image.at(20, 280)).toEqual([0, 200, 0, 255])
  expect(report.waitsExpired).toEqual([])
})

test.each(namesOf(waits.filter(hasText)))('the text of %s is waited for', async (_, index) => {
  const { body } = await fixture.render(operations.scrape, { url: `/waits/${index}`, format: 'md' })
  expect(body.toString()).toContain('The lamps of the harbour')
})

test.each(none.map(({ name }, index) => [name, index] as const))('%s is not waited for', async (_, index) => {
  const { report } = await shoot(`/none/${index}`)
  expect(report.waitsExpired).toEqual([])
})
