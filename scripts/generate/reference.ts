import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorReference } from '../../lib/schema/error-reference.ts'
import { parametersByGroup } from '../../lib/schema/openapi-request.ts'
import { type Operation, operations } from '../../lib/schema/operations.ts'
import { allowedValues, type Parameter } from '../../lib/schema/parameters.ts'

/** Returns the text of docs/reference/errors.md. */
export const generateErrorReference = (): string =>
  [
    '# Errors',
    '',
    'Generated from `lib/errors.ts` and `lib/schema/error-reference.ts` by `node scripts/generate/reference.ts`.',
    '',
    'The body of an error is `{"statusCode", "error", "message"}`. The header `X-Service-Error` carries the code, which is stable. The',
    'message is for people and may change. The caller can correct a 4xx, which includes errors that a page causes. A 500 is a failure of',
    'the service.',
    '',
    '| Status | Code | Meaning |',
    '|---|---|---|',
    ...errorReference.map(({ statusCode, code, meaning }) => `| ${statusCode} | \`${code}\` | ${meaning} |`),
    '',
    '## Authentication',
    '',
    'Every 401 has the header `WWW-Authenticate: AccessKey realm="stillframe", error="<code>"`. If an access key was found in a wrong',
    'place, such as `Authorization`, its `error_description` says where the key belongs. API Gateway renames the header to',
    '`x-amzn-Remapped-WWW-Authenticate`, so on AWS look for that name; `X-Service-Error` has the same code in both places.',
    '',
    '## Long query strings',
    '',
    'A query string that is too long returns 400 `invalid_parameter`. Send its parameters in the JSON body of a POST. The limits',
    'are 4,000 characters for a query string with a `signature`, and about 7,000 without: API Gateway accepts 10,240 bytes of request line',
    'and headers together, and a signature needs the query string in both; on AWS, CloudFront accepts URLs of 8,192 bytes. A raw `;`, `{`, `}`,',
    '`|`, `\\`, `^`, `"`, `<` or `>`, or a raw backtick counts three times, because it is percent-encoded. HTML always belongs in a POST.',
    '',
  ].join('\n')

/** Returns the text of docs/reference/parameters.md. */
export const generateParameterReference = (): string =>
  [
    '# Parameters',
    '',
    'Generated from `lib/schema/` by `node scripts/generate/reference.ts`.',
    '',
    'GET accepts parameters in the query string, POST in a JSON object. Booleans are `true`, `false`, `1` or `0`. An array is a JSON array,',
    'one string with separators, or the repeated name (`wait_until=…&wait_until=…`, also with `[]`). Upper and lower case are the same in',
    'booleans and listed values: `A4` is `a4`. In a JSON object, `null` is the same as leaving the parameter out. An unknown parameter',
    'is an error, and so are parameters that contradict each other. A parameter that does not apply, such as `image_quality` for `png`,',
    'is ignored.',
    '',
    ...Object.values<Operation>(operations)
      .filter((operation) => operation.renders)
      .flatMap(toOperationSection),
  ].join('\n')

const toOperationSection = (operation: Operation): string[] => [
  `## ${operation.methods.join(', ')} ${operation.path}`,
  '',
  operation.description,
  '',
  ...parametersByGroup(operation).flatMap(({ title, parameters }) => [
    `### ${title}`,
    '',
    '| Name | Default | Accepts | Meaning |',
    '|---|---|---|---|',
    ...parameters.map(toRow),
    '',
  ]),
]

const toRow = ({ name, schema }: Parameter): string =>
  `| \`${name}\` | ${toDefaultText(schema)} | ${allowedValues(schema)} | ${[schema.description, ...toMarks(schema)].join(' ')} |`

const toMarks = (schema: Parameter['schema']): string[] => [
  ...(schema['x-plan'] ? ['*Scale plan.*'] : []),
  ...(schema['x-extension'] ? ['*Extension.*'] : []),
]

/** Returns a default as in a query string. */
const toDefaultText = ({ default: value }: Parameter['schema']): string => {
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
  return text === '' ? 'none' : `\`${text}\``
}

/** Rewrites docs/reference/errors.md and docs/reference/parameters.md, which are committed. */
export const generateReference = async (outDir: string): Promise<void> => {
  await mkdir(outDir, { recursive: true })
  await writeFile(join(outDir, 'errors.md'), generateErrorReference())
  await writeFile(join(outDir, 'parameters.md'), generateParameterReference())
}

if (import.meta.main) await generateReference(join(import.meta.dirname, '../../docs/reference'))
