import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClientOperation, clientOperations, outputNameOf, toFacts } from './client-schemas.ts'
import { optionsName, toDocstring, toLiteral, toTypesModule } from './python-types.ts'

const toTable = (): string =>
  [
    'OPERATIONS: dict[str, Operation] = {',
    ...clientOperations.map((operation) => {
      const { method, path, renders, signed, alwaysSigned, reads, takesKey } = toFacts(operation)
      const facts = [
        toLiteral(method),
        toLiteral(path),
        ...Object.entries({
          renders,
          signed,
          always_signed: alwaysSigned,
          reads,
          takes_key: takesKey,
        }).flatMap(([name, value]) => (value ? [`${name}=True`] : [])),
      ]
      return `    "${operation.id}": Operation(${facts.join(', ')}),`
    }),
    '}',
  ].join('\n')

/** A client with or without `await`. */
type Prefix = '' | 'async '

const define = (prefix: Prefix, id: string, parameters: readonly string[], result: string): string[] => [
  `    ${prefix}def ${id}(`,
  ...['self', ...parameters].map((parameter) => `        ${parameter},`),
  `    ) -> ${result}:`,
]

const docOf = ({ summary, description }: ClientOperation) =>
  toDocstring(`${summary}. ${description}`, '        ')

const callOf = (prefix: Prefix) => (prefix === '' ? 'self._call' : 'await self._call')

const overload = (prefix: Prefix, id: string, parameters: readonly string[], result: string): string[] => {
  const lines = define(prefix, id, parameters, result)
  return ['    @overload', ...lines.with(-1, `${lines.at(-1)} ...`), '']
}

const optionsOf = (operation: ClientOperation) => `**options: Unpack[types.${optionsName(operation)}]`

/** `async_` and `response_type` decide what a render returns. */
const toRender = (operation: ClientOperation, prefix: Prefix): string[] => {
  const { id, output } = operation
  const either = output ? [] : ['response_type: Literal["file", "json"] = ...']
  const key = 'idempotency_key: str | None = ...'
  const foreground = 'async_: Literal[False] = ...'
  const own = output ? `types.${outputNameOf(operation)}` : 'File'
  const variants: [string[], string][] = [
    [['async_: Literal[True]', ...either, key], 'types.Acknowledgement'],
    ...(output
      ? []
      : ([[['response_type: Literal["json"]', foreground], 'types.RenderResult']] satisfies [
          string[],
          string,
        ][])),
    [[...(output ? [] : ['response_type: Literal["file"] = ...']), foreground], own],
    [
      ['async_: bool', ...either, key],
      `${own} | ${output ? '' : 'types.RenderResult | '}types.Acknowledgement`,
    ],
  ]
  return [
    ...variants.flatMap(([parameters, result]) =>
      overload(prefix, id, ['*', ...parameters, optionsOf(operation)], result),
    ),
    `    ${prefix}def ${id}(self, *, idempotency_key: str | None = None, **options: Any) -> Any:`,
    ...docOf(operation),
    `        return ${callOf(prefix)}("${id}", options, idempotency_key=idempotency_key)`,
    '',
  ]
}

/** A link takes the options of its operation. */
const toLink = (prefix: Prefix): string[] => [
  ...clientOperations
    .filter(({ renders, methods }) => renders && methods.includes('GET'))
    .flatMap((operation) =>
      overload(
        prefix,
        'link',
        [`operation: Literal["${operation.id}"]`, '*', 'expires_in: int | None = ...', optionsOf(operation)],
        'str',
      ),
    ),
  `    ${prefix}def link(self, operation: str, *, expires_in: int | None = None, **options: Any) -> str:`,
  '        """Returns a signed URL of a GET request, which can be published. Requires `secret_key`."""',
  `        return ${prefix && 'await '}self._link(operation, options, expires_in)`,
  '',
]

const toMethod = (operation: ClientOperation, prefix: Prefix): string[] => {
  if (operation.renders) return toRender(operation, prefix)
  const { id, members, pathParameter, takesKey } = operation
  const parameters = [
    ...(pathParameter ? ['id: str | int'] : []),
    ...(takesKey ? ['*', 'idempotency_key: str | None = None'] : []),
    ...(members.length > 0 ? [`**options: Unpack[types.${optionsName(operation)}]`] : []),
  ]
  const given = [
    `"${id}"`,
    members.length > 0 ? 'cast(Dict[str, Any], options)' : '{}',
    ...(pathParameter ? ['id=id'] : []),
    ...(takesKey ? ['idempotency_key=idempotency_key'] : []),
  ]
  const output = outputNameOf(operation)
  const result = output === undefined ? 'None' : `types.${output}`
  return [
    ...define(prefix, id, parameters, result),
    ...docOf(operation),
    `        return cast(${result === 'None' ? 'None' : `"${result}"`}, ${callOf(prefix)}(${given.join(', ')}))`,
    '',
  ]
}

const toMethods = (): string =>
  [
    '"""The methods of both clients, and the table of all operations."""',
    '',
    '# Generated from lib/schema by scripts/generate/python-client.ts. `npm run generate` rewrites it.',
    '',
    'from __future__ import annotations',
    '',
    'from typing import TYPE_CHECKING, Any, Dict, Literal, cast, overload',
    '',
    'from . import types',
    'from ._files import File',
    'from ._requests import Operation',
    '',
    'if TYPE_CHECKING:',
    '    from typing_extensions import Unpack',
    '',
    '',
    toTable(),
    '',
    '',
    ...(['', 'async '] as const).flatMap((prefix) => [
      `class ${prefix === '' ? 'Operations' : 'AsyncOperations'}:`,
      '    """The operations of the service."""',
      '',
      `    ${prefix}def _call(`,
      '        self,',
      '        operation: str,',
      '        options: dict[str, Any],',
      '        *,',
      '        id: str | int | None = None,',
      '        idempotency_key: str | None = None,',
      '    ) -> Any:',
      '        raise NotImplementedError',
      '',
      `    ${prefix}def _link(self, operation: str, options: dict[str, Any], expires_in: int | None) -> str:`,
      '        raise NotImplementedError',
      '',
      ...toLink(prefix),
      ...clientOperations.flatMap((operation) => toMethod(operation, prefix)),
      '',
    ]),
  ].join('\n')

const folder = join(import.meta.dirname, '../../clients/python/src/stillframe')

/** Returns the generated modules of the Python client, by their paths. */
export const pythonModules = (): ReadonlyMap<string, string> =>
  new Map([
    [join(folder, 'types.py'), `${toTypesModule()}\n`],
    [join(folder, '_methods.py'), `${toMethods().trimEnd()}\n`],
  ])

/** Rewrites the generated modules, which are committed. */
export const generatePythonClient = async (): Promise<void> => {
  for (const [path, text] of pythonModules()) await writeFile(path, text)
}
