// npm run copy-table -- <kind> <from> <to> [--replace]: copies the items of a restored table back. docs/operate/deploy.md has the steps.
import { parseArgs } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type TableName, tableNames, tables } from '../infra/tables.ts'
import { copyItems } from './copy-table/copy-items.ts'

const usage = `npm run copy-table -- <kind> <from> <to> [--replace]
<kind> is ${tableNames.join(', ')}. Without --replace, items that <to> has are kept.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean', default: false } },
})
const [kind = '', from, to] = positionals
if (!Object.hasOwn(tables, kind) || !from || !to) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else {
  const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  const key = tables[kind as TableName].primaryIndex.hashKey
  const { written, kept } = await copyItems(dynamo, { from, to, key, replaces: values.replace })
  process.stdout.write(`${written} items written, ${kept} kept\n`)
}
