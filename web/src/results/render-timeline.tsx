import { Table, Text } from '@mantine/core'
import type { RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { formatDuration } from '../shared/format.ts'
import classes from './results.module.css'

const titles = {
  launch: 'Start the browser',
  navigate: 'Load the page',
  wait: 'Wait as requested',
  settle: 'Fonts, images, consent',
  capture: 'Capture',
  encode: 'Encode',
} as const

const phaseNames = Object.keys(titles) as (keyof typeof titles)[]

/** Returns the phases of a render with their start, in ms. */
const toRows = ({ phasesMs }: RenderReport) => {
  let startMs = 0
  return phaseNames.flatMap((name) => {
    const ms = phasesMs[name]
    if (ms === undefined) return []
    const row = { name, ms, startMs }
    startMs += ms
    return [row]
  })
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const factsOf = ({
  coldBrowser,
  requests,
  fonts,
  images,
  waitsExpired,
  incomplete,
  consent,
}: RenderReport) => [
  `${counted(requests.made, 'request')}, ${requests.blocked} blocked, ${requests.failed} failed`,
  `${counted(fonts.awaited, 'font')}, ${fonts.missing} missing`,
  `${counted(images.awaited, 'image')}, ${images.missing} missing`,
  ...(consent && consent !== 'none' ? [`consent dialog: ${consent}`] : []),
  ...(waitsExpired.length > 0 ? [`timed out: ${waitsExpired.join(', ')}`] : []),
  ...incomplete.map(({ part, reason }) => `incomplete: ${part} (${reason.replace('_', ' ')})`),
  coldBrowser ? 'new browser' : 'warm browser',
]

/** The phases of a render, one after another. */
export const RenderTimeline = ({ report }: { report: RenderReport }) => {
  const rows = toRows(report)
  const totalMs = Math.max(
    1,
    rows.reduce((sum, { ms }) => sum + ms, 0),
  )
  return (
    <>
      <Table layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.phase}>Phase</Table.Th>
            <Table.Th>Time</Table.Th>
            <Table.Th className={classes.took}>Took</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, ms, startMs }) => (
            <Table.Tr key={name}>
              <Table.Td>{titles[name]}</Table.Td>
              <Table.Td>
                <div
                  className={classes.bar}
                  style={{ marginLeft: `${(100 * startMs) / totalMs}%`, width: `${(100 * ms) / totalMs}%` }}
                />
              </Table.Td>
              <Table.Td className={classes.took}>{formatDuration(ms)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="sm">
        {factsOf(report).join(' · ')}
      </Text>
    </>
  )
}
