/** A call of the API, as a reader would write it. */
export interface SampleRequest {
  /** Scheme and host, without a trailing slash. */
  baseUrl: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  parameters?: Readonly<Record<string, unknown>>
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

/** Structured parameters are JSON in a query string. */
const toText = (value: unknown): string => {
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

const toKey = (name: string): string => (/^\w+$/.test(name) ? name : singleQuoted(name))

const toJavaScript = ({ method, url, query, body, file }: Call): string =>
  lines(
    file && "import { writeFile } from 'node:fs/promises'\n",
    query.length > 0 &&
      `const query = new URLSearchParams({\n${query.map(([name, value]) => `  ${toKey(name)}: ${singleQuoted(value)},`).join('\n')}\n})`,
    `const response = await fetch(${query.length > 0 ? `\`${url}?\${query}\`` : singleQuoted(url)}, {`,
    method !== 'GET' && `  method: '${method}',`,
    `  headers: { 'X-Access-Key': process.env.ACCESS_KEY${body === undefined ? '' : ", 'Content-Type': 'application/json'"} },`,
    body !== undefined &&
      `  body: JSON.stringify(${indent(body.replace(/^( *)"([a-z_]\w*)":/gim, '$1$2:'), '  ')}),`,
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    file ? `await writeFile('${file}', response.body)` : 'console.log(await response.text())',
  )

const toPythonBody = (body: string): string =>
  body.replace(/^( *(?:"(?:[^"\\]|\\.)*": )?)(true|false|null)(,?)$/gm, (_, name, value, comma) => {
    const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' }
    return `${name}${words[value]}${comma}`
  })

const toPython = ({ method, url, query, body, file }: Call): string =>
  lines(
    `import ${body === undefined ? '' : 'json, '}os`,
    query.length > 0 && 'from urllib.parse import urlencode',
    'from urllib.request import Request, urlopen\n',
    query.length > 0 &&
      `query = urlencode({\n${query.map(([name, value]) => `    "${name}": ${toJson(value)},`).join('\n')}\n})`,
    body !== undefined && `body = json.dumps(${toPythonBody(body)}).encode()`,
    'request = Request(',
    `    ${query.length > 0 ? `f"${url}?{query}"` : `"${url}"`},`,
    body !== undefined && '    data=body,',
    `    headers={"X-Access-Key": os.environ["ACCESS_KEY"]${body === undefined ? '' : ', "Content-Type": "application/json"'}},`,
    method !== 'GET' && !(method === 'POST' && body !== undefined) && `    method="${method}",`,
    ')',
    file
      ? `with urlopen(request) as response, open("${file}", "wb") as file:\n    file.write(response.read())`
      : 'with urlopen(request) as response:\n    print(response.read().decode())',
  )

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
  const response = `file_get_contents(${query.length > 0 ? `"${url}?$query"` : phpQuoted(url)}, false, $context) ?: exit(1)`
  return lines(
    '<?php',
    query.length > 0 && `$query = http_build_query(${toPhpValue(Object.fromEntries(query))});`,
    body !== undefined && `$body = json_encode(${toPhpValue(JSON.parse(body))});`,
    "$context = stream_context_create(['http' => [",
    method !== 'GET' && `    'method' => '${method}',`,
    `    'header' => ['X-Access-Key: ' . getenv('ACCESS_KEY')${body === undefined ? '' : ", 'Content-Type: application/json'"}],`,
    body !== undefined && "    'content' => $body,",
    ']]);',
    file ? `file_put_contents('${file}', ${response});` : `echo ${response};`,
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
