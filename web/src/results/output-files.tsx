import { Anchor, Table } from '@mantine/core'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { describeResult } from './describe-result.ts'
import { toLocalPath } from './result-file.ts'
import classes from './results.module.css'

type Outputs = NonNullable<RequestView['outputs']>

/** The files of a snapshot: its images, and a table of all. */
export const OutputFiles = ({ outputs }: { outputs: Outputs }) => {
  const files = Object.entries(outputs).map(([output, file]) => ({
    output,
    ...file,
    path: toLocalPath(file.file),
  }))
  return (
    <>
      {files
        .filter(({ content_type }) => content_type.startsWith('image/'))
        .map(({ output, path }) => (
          <a key={output} href={path} target="_blank" rel="noreferrer" className={classes.output}>
            <img src={path} alt={`The output ${output}`} decoding="async" />
          </a>
        ))}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Output</Table.Th>
            <Table.Th>File</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map(({ output, path, content_type, ...size }) => (
            <Table.Tr key={output}>
              <Table.Td>
                <Anchor href={path} target="_blank" rel="noreferrer" size="sm">
                  {output}
                </Anchor>
              </Table.Td>
              <Table.Td>{`${content_type.replace(/;.*/, '')}, ${describeResult({ ...size, duration: null })}`}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
