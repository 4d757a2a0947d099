import { parametersByGroup, requiredNames } from '../../lib/schema/openapi-request.ts'
import { type Operation, operations, type RenderOperationId } from '../../lib/schema/operations.ts'
import { type Parameter, parametersOf } from '../../lib/schema/parameters.ts'
import type { ValueSchema } from '../../lib/schema/value-schema.ts'
import { commonPage, isCommon } from './common-parameters.ts'
import { requiredMark, toDefinitions } from './definitions.ts'
import { pageNameOf } from './page-name.ts'
import { toFacts, toJsonExample, toMembers, toParameter } from './parameter-details.ts'

/** Returns the section about the parameters of an operation. */
export const toParameters = (operation: Operation): string[] => {
  const groups = parametersByGroup(operation)
  const path = operation.pathParameter
  if (groups.length === 0 && !path) return []
  const sending =
    'The same names are used in a query string and in a JSON body: [sending parameters](parameters.md).'
  if (operation.renders)
    return ['## Parameters', '', sending, ...toOverview(operation), ...toOwnDetails(operation)]
  const required = requiredNames(operation.input)
  return [
    '## Parameters',
    '',
    sending,
    '',
    ...(path
      ? toDefinitions([
          {
            name: 'id',
            facts: ['string', 'in the path', requiredMark],
            text: `${path.description} Example: \`${path.example}\`.`,
          },
        ])
      : []),
    ...groups.flatMap(({ title, parameters }) => [
      `### ${title}`,
      '',
      ...toDefinitions(parameters.map((parameter) => toParameter(parameter, required))),
      ...parameters.flatMap(toMembers),
    ]),
  ]
}

/** Returns every parameter of a render in one row, which links to its details. */
const toOverview = (operation: Operation): string[] => {
  const required = requiredNames(operation.input)
  return [
    `The name of a parameter links to its details, [below](#details) or in the [common parameters](${commonPage}).`,
    '',
    '<div class="parameters">',
    '',
    ...parametersByGroup(operation).flatMap(({ title, parameters }) => [
      `### ${title}`,
      '',
      ...tableHead,
      ...parameters.map((parameter) => {
        const { name, schema } = parameter
        // A common parameter has its anchor on the page of each operation as well.
        const link = isCommon(operation, parameter)
          ? `<a id="${name}"></a>[\`${name}\`](${commonPage}#${name})`
          : `[\`${name}\`](#${name})`
        return toRow(link, schema, required.includes(name))
      }),
      '',
    ]),
    '</div>',
    '',
  ]
}

const tableHead = ['| Parameter | Type | Meaning |', '|---|---|---|']

const toRow = (link: string, schema: ValueSchema, isRequired: boolean): string =>
  `| ${[link, toFacts(schema, isRequired).join(', '), firstSentence(schema.description ?? '')].map(inCell).join(' | ')} |`

const inCell = (text: string): string => text.replaceAll('|', '\\|')

const firstSentence = (text: string): string => /^.*?[^.]\.(?= [A-Z`]|$)/.exec(text)?.[0] ?? text

/** The operations whose parameters the members of a parameter of snapshots are. */
const memberOwners: Readonly<Record<string, RenderOperationId>> = {
  screenshot_options: 'screenshot',
  full_page_options: 'screenshot',
  pdf_options: 'pdf',
  markdown_options: 'scrape',
  html_options: 'scrape',
}

const toOwnDetails = (operation: Operation): string[] => {
  const required = requiredNames(operation.input)
  const own = [...parametersOf(operation.input).values()].filter(
    (parameter) => !isCommon(operation, parameter),
  )
  return [
    '## Details',
    '',
    'The parameters that are not common.',
    '',
    ...toDefinitions(own.map((parameter) => toParameter(parameter, required))),
    ...own.flatMap((parameter) =>
      Object.hasOwn(memberOwners, parameter.name) ? toBorrowedMembers(parameter) : toMembers(parameter),
    ),
  ]
}

/** Returns members that the page of another operation describes. */
const toBorrowedMembers = ({ name, schema }: Parameter): string[] => {
  const owner = operations[memberOwners[name] as RenderOperationId]
  return [
    `**${name}** ${schema.description}`,
    '',
    '<div class="parameters">',
    '',
    ...tableHead,
    ...Object.entries(schema.properties ?? {}).map(([member, memberSchema]) =>
      toRow(`[\`${member}\`](${pageNameOf(owner)}.md#${member})`, memberSchema, false),
    ),
    '',
    '</div>',
    '',
    ...toJsonExample(schema.examples),
  ]
}
