import { operations } from '../../../clients/typescript/src/operations.ts'

/** A call of the API, as a reader would write it. */
export interface SampleRequest {
  /** Scheme and host, without a trailing slash. */
  baseUrl: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  parameters?: Readonly<Record<string, unknown>>
  /** The parameters with their types, if `parameters` has the texts of a query string. */
  values?: Readonly<Record<string, unknown>>
  /** The file for the response. Without one, the response is printed. */
  file?: string
}

export const sampleLanguages = ['curl', 'JavaScript', 'Python', 'PHP', 'Go'] as const

export type SampleLanguage = (typeof sampleLanguages)[number]

/** Returns the call as a complete program, which reads the access key from the environment variable `ACCESS_KEY`. */
export const toCodeSample = (language: SampleLanguage, request: SampleRequest): string =>
  printers[language]({ ...request, url: request.baseUrl + request.path, ...splitParameters(request) })

interface Call extends SampleRequest {
  url: string
  /** Parameters of a query string, as text. */
  query: [string, string][]
  /** JSON of a body. */
  body: string | undefined
}

const splitParameters = ({ method, parameters = {} }: SampleRequest): Pick<Call, 'query' | 'body'> =>
  method !== 'GET' && method !== 'DELETE'
    ? { query: [], body: toJson(parameters, 2) }
    : { query: Object.entries(parameters).map(([name, value]) => [name, toText(value)]), body: undefined }

/** Returns a parameter as it is in a query string. Structured ones are JSON. */
export const toText = (value: unknown): string => {
  const isJson = Array.isArray(value)
    ? value.some((item) => typeof item === 'object')
    : typeof value === 'object'
  return isJson ? JSON.stringify(value) : String(value)
}

/** Characters that an editor does not show, or that Go and JavaScript do not accept in a string. */
const invisible = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** Returns JSON whose strings are also literals of JavaScript, Python and Go. */
const toJson = (value: unknown, spaces = 0): string =>
  JSON.stringify(value, (_, item) => (typeof item === 'string' ? item.toWellFormed() : item), spaces).replace(
    invisible,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const lines = (...parts: (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false).join('\n')

const indent = (text: string, by: string): string => text.replace(/\n/g, `\n${by}`)

const toShell = (text: string): string =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const toCurl = ({ method, url, query, body, file }: Call): string =>
  [
    `curl${file ? ' --fail-with-body' : ''}${query.length > 0 ? ' -G' : ''} "${url}"`,
    ...(method !== 'GET' && !(method === 'POST' && body !== undefined) ? [`-X ${method}`] : []),
    '-H "X-Access-Key: $ACCESS_KEY"',
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${toShell(body)}`]),
    ...query.map(([name, value]) => toCurlPair(encodeURIComponent(name), value)),
    ...(file ? [`-o ${file}`] : []),
  ].join(' \\\n  ')

/** An argument of a command cannot contain the character U+0000. */
const toCurlPair = (name: string, value: string): string =>
  value.includes('\0')
    ? `-d ${name}=${encodeURIComponent(value)}`
    : `--data-urlencode ${toShell(`${name}=${value}`)}`

const singleQuoted = (text: string): string =>
  `'${toJson(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

interface ClientCall {
  /** The method of the TypeScript client. */
  method: string
  /** Empty for an operation without one. */
  id: string
  values: Readonly<Record<string, unknown>>
  /** What the method returns. */
  result: 'file' | 'json' | 'nothing'
}

type ClientOperation = (typeof operations)[keyof typeof operations]

/** Returns the id in a path, empty for a path without one. Undefined for the path of another operation. */
const findId = ({ path: pattern }: ClientOperation, path: string): string | undefined => {
  const [start = '', end] = pattern.split('{id}')
  if (end === undefined) return path === pattern ? '' : undefined
  const id = path.slice(start.length, path.length - end.length)
  return path === start + id + end && /^[^/]+$/.test(id) ? id : undefined
}

const toResult = (operation: ClientOperation, values: ClientCall['values']): ClientCall['result'] => {
  if (operation.method === 'DELETE') return 'nothing'
  const isFile = 'renders' in operation && operation.path !== '/v1/snapshot'
  return isFile && values['response_type'] !== 'json' && values['async'] !== true ? 'file' : 'json'
}

/** Returns how a client makes a call. It sends every render by POST. */
const toClientCall = ({ method, path, values, parameters = {} }: SampleRequest): ClientCall => {
  for (const [name, operation] of Object.entries(operations)) {
    const id = findId(operation, path)
    if (id === undefined || !('renders' in operation || operation.method === method)) continue
    const given = values ?? parameters
    return { method: name, id, values: given, result: toResult(operation, given) }
  }
  throw new Error(`No operation is ${method} ${path}.`)
}

/** Returns an object of JavaScript, in one line if it is short. */
const toObject = (values: ClientCall['values']): string => {
  const text = toJson(values, 2).replace(/^( *)"([a-z_]\w*)":/gim, '$1$2:')
  const line = text.replace(/\n */g, ' ')
  const isFlat = Object.values(values).every((value) => typeof value !== 'object')
  return isFlat && line.length <= 60 ? line : text
}

const toJavaScript = (call: Call): string => {
  const { method, id, values, result } = toClientCall(call)
  const { baseUrl, file } = call
  const given = [
    ...(id === '' ? [] : [singleQuoted(id)]),
    ...(Object.keys(values).length > 0 ? [toObject(values)] : []),
  ]
  const made = `await stillframe.${method}(${given.join(', ')})`
  const ofFile = `await result.${file ? 'bytes' : 'text'}()`
  const content = result === 'file' ? ofFile : 'JSON.stringify(result, null, 2)'
  return lines(
    file && "import { writeFile } from 'node:fs/promises'",
    "import { createClient } from '@stillframe/client'\n",
    `const stillframe = createClient({ url: ${singleQuoted(baseUrl)}, accessKey: process.env.ACCESS_KEY })`,
    result === 'nothing' ? made : `const result = ${made}`,
    result !== 'nothing' && (file ? `await writeFile('${file}', ${content})` : `console.log(${content})`),
  )
}

const toPythonBody = (body: string): string =>
  body.replace(/^( *(?:"(?:[^"\\]|\\.)*": )?)(true|false|null)(,?)$/gm, (_, name, value, comma) => {
    const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' }
    return `${name}${words[value]}${comma}`
  })

/** Parameters whose names are words of Python. */
const toPythonName = (name: string): string => (name === 'async' || name === 'from' ? `${name}_` : name)

/** Returns the arguments of a call, in one line if they are short. */
const toArguments = (given: readonly string[]): string => {
  const line = given.join(', ')
  const isShort = line.length <= 60 && !line.includes('\n')
  return isShort ? line : `\n${given.map((each) => `        ${each},\n`).join('')}    `
}

/** Returns the statements that make a call, and write or print its result. */
const toStatements = (made: string, result: ClientCall['result'], file: string | undefined): string[] => {
  if (result === 'nothing') return [made]
  if (result === 'file') return [file ? `${made}.save(${toJson(file)})` : `print(${made}.text)`]
  const output = file
    ? [`with open(${toJson(file)}, "w") as file:`, '    json.dump(result, file, indent=2)']
    : ['print(json.dumps(result, indent=2))']
  return [`result = ${made}`, ...output]
}

const toPython = (call: Call): string => {
  const { method, id, values, result } = toClientCall(call)
  const given = [
    ...(id === '' ? [] : [toJson(id)]),
    ...Object.entries(values).map(
      ([name, value]) => `${toPythonName(name)}=${indent(toPythonBody(toJson(value, 4)), '        ')}`,
    ),
  ]
  const name = method.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return lines(
    result === 'json' && 'import json',
    'import os',
    'from stillframe import Stillframe\n',
    `with Stillframe(${toJson(call.baseUrl)}, os.environ["ACCESS_KEY"]) as stillframe:`,
    ...toStatements(`stillframe.${name}(${toArguments(given)})`, result, call.file).map(
      (each) => `    ${each}`,
    ),
  )
}

const phpQuoted = (text: string): string =>
  `'${text.toWellFormed().replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const toPhpValue = (value: unknown, by = ''): string => {
  if (typeof value === 'string') return phpQuoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Array.isArray(value)
    ? value.map((item) => toPhpValue(item, `${by}    `))
    : Object.entries(value).map(([name, item]) => `${phpQuoted(name)} => ${toPhpValue(item, `${by}    `)}`)
  if (entries.length === 0 && !Array.isArray(value)) return '(object) []'
  return `[\n${entries.map((entry) => `${by}    ${entry},\n`).join('')}${by}]`
}

const toPhp = ({ method, url, query, body, file }: Call): string => {
  return lines(
    '<?php',
    query.length > 0 && `$query = http_build_query(${toPhpValue(Object.fromEntries(query))});`,
    body !== undefined && `$body = json_encode(${toPhpValue(JSON.parse(body))});`,
    "$context = stream_context_create(['http' => [",
    method !== 'GET' && `    'method' => '${method}',`,
    `    'header' => ['X-Access-Key: ' . getenv('ACCESS_KEY')${body === undefined ? '' : ", 'Content-Type: application/json'"}],`,
    body !== undefined && "    'content' => $body,",
    ']]);',
    `$response = file_get_contents(${query.length > 0 ? `"${url}?$query"` : phpQuoted(url)}, false, $context);`,
    // The body of a 204 is empty, which is false as well.
    'if ($response === false) exit(1);',
    file ? `file_put_contents('${file}', $response);` : 'echo $response;',
  )
}

const checked = '\tif err != nil {\n\t\tpanic(err)\n\t}'

const toGoBody = (body: string): string => (body.includes('`') ? toJson(body) : `\`${indent(body, '\t')}\``)

const toGo = ({ method, url, query, body, file }: Call): string => {
  const packages = [
    'io',
    'net/http',
    ...(query.length > 0 ? ['net/url'] : []),
    'os',
    ...(body === undefined ? [] : ['strings']),
  ]
  return lines(
    `package main\n\nimport (\n${packages.map((name) => `\t"${name}"\n`).join('')})\n`,
    'func main() {',
    query.length > 0 &&
      `\tquery := url.Values{\n${query.map(([name, value]) => `\t\t"${name}": {${toJson(value)}},`).join('\n')}\n\t}`,
    body !== undefined && `\tbody := strings.NewReader(${toGoBody(body)})`,
    `\trequest, err := http.NewRequest("${method}", "${url}${query.length > 0 ? '?"+query.Encode()' : '"'}, ${body === undefined ? 'nil' : 'body'})`,
    checked,
    '\trequest.Header.Set("X-Access-Key", os.Getenv("ACCESS_KEY"))',
    body !== undefined && '\trequest.Header.Set("Content-Type", "application/json")',
    '\tresponse, err := http.DefaultClient.Do(request)',
    checked,
    '\tdefer response.Body.Close()',
    '\tif response.StatusCode >= 300 {\n\t\tmessage, _ := io.ReadAll(response.Body)\n\t\tpanic(string(message))\n\t}',
    file
      ? `\tfile, err := os.Create("${file}")\n${checked}\n\tdefer file.Close()\n\tio.Copy(file, response.Body)`
      : '\tio.Copy(os.Stdout, response.Body)',
    '}',
  )
}

const printers: Readonly<Record<SampleLanguage, (call: Call) => string>> = {
  curl: toCurl,
  JavaScript: toJavaScript,
  Python: toPython,
  PHP: toPhp,
  Go: toGo,
}
