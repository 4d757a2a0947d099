import { parametersByGroup } from '../../lib/schema/openapi-request.ts'
import { type Operation, operations } from '../../lib/schema/operations.ts'
import { type Parameter, parameterOf } from '../../lib/schema/parameters.ts'
import { renderOperationIds } from '../../lib/schema/render-operations.ts'
import { RenderResult } from '../../lib/schema/render-result.ts'
import { toDefinitions } from './definitions.ts'
import { pageNameOf } from './page-name.ts'
import { toMembers, toParameter } from './parameter-details.ts'
import { toFieldList } from './response-fields.ts'

/** The page that describes the parameters of all renders. */
export const commonPage = 'common-parameters.md'

const renders: readonly Operation[] = renderOperationIds.map((id) => operations[id])

const isSame = (left: Parameter, right: Parameter | undefined): boolean =>
  JSON.stringify(left) === JSON.stringify(right)

const sharing = (parameter: Parameter): Operation[] =>
  renders.filter(({ input }) => isSame(parameter, parameterOf(input, parameter.name)))

/** Returns whether nearly all renders have a parameter in the same way. */
export const isCommon = ({ renders: isRender }: Operation, parameter: Parameter): boolean =>
  isRender && sharing(parameter).length >= renders.length - 1

/** Returns which operation does not have a common parameter, or has it in another way. */
const toException = (parameter: Parameter): string => {
  const shared = sharing(parameter)
  return renders
    .filter((operation) => !shared.includes(operation))
    .map(({ id, path, input }) =>
      parameterOf(input, parameter.name)
        ? ` [\`${path}\`](${pageNameOf({ id })}.md#${parameter.name}) differs.`
        : ` \`${path}\` does not accept it.`,
    )
    .join('')
}

const toCommonGroups = () => {
  const groups = renders.flatMap((operation) =>
    parametersByGroup(operation).map(({ title, parameters }) => ({
      title,
      parameters: parameters.filter((parameter) => isCommon(operation, parameter)),
    })),
  )
  return [...Map.groupBy(groups, ({ title }) => title)].map(([title, sections]) => ({
    title,
    parameters: [
      ...new Map(
        sections.flatMap(({ parameters }) => parameters).map((parameter) => [parameter.name, parameter]),
      ).values(),
    ],
  }))
}

/** Returns the text of docs/reference/common-parameters.md. */
export const generateCommonParameters = (): string =>
  [
    '# Common parameters',
    '',
    '<!-- Generated from lib/schema/ by scripts/generate/reference.ts. -->',
    '',
    `These parameters are the same in all renders: ${renders.map((operation) => `[\`${operation.path}\`](${pageNameOf(operation)}.md)`).join(', ')}. The page of each`,
    'operation lists all its parameters, and describes the others. [Sending parameters](parameters.md) describes queries and bodies.',
    '',
    ...toCommonGroups()
      .filter(({ parameters }) => parameters.length > 0)
      .flatMap(({ title, parameters }) => [
        `## ${title}`,
        '',
        ...toDefinitions(
          parameters.map((parameter) => {
            const definition = toParameter(parameter)
            return { ...definition, text: definition.text + toException(parameter) }
          }),
        ),
        ...parameters.flatMap(toMembers),
      ]),
    '## Response with `response_type=json`',
    '',
    ...toFieldList(RenderResult, 'result'),
  ].join('\n')
