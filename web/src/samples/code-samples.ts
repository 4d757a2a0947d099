import type { Value, Values } from '../parameters/form-values.ts'
import type { SampleRequest } from './to-request.ts'

/** Quotes a text for a POSIX shell. */
const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Quotes a text for JavaScript and Python, and for Go, whose strings have the same escapes. */
const quoted = (text: string) =>
  JSON.stringify(text.toWellFormed()).replace(
    // Characters that an editor does not show, or that Go and JavaScript do not accept in a string.
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const phpQuoted = (text: string) => `'${text.toWellFormed().replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

type Quote = (text: string) => string

const literal = (
  value: Value,
  quote: Quote,
  words: readonly [string, string] = ['true', 'false'],
): string => {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'boolean') return words[value ? 0 : 1]
  return typeof value === 'object' ? `[${value.map(quote).join(', ')}]` : String(value)
}

const isIdentifier = (name: string) => /^[a-z_]+$/.test(name)

const indent = (lines: readonly string[], by: string) => lines.map((line) => `${by}${line}`).join('\n')

/** An argument of a command cannot have the character U+0000. */
const curlPair = (name: string, text: string) =>
  text.includes('\0')
    ? `-d ${name}=${encodeURIComponent(text)}`
    : `--data-urlencode ${shell(`${name}=${text}`)}`

const curl = ({ url, file, query, body }: SampleRequest): string => {
  const options = body
    ? [`-H 'Content-Type: application/json'`, `--data-binary ${shell(JSON.stringify(body, null, 2))}`]
    : (query ?? []).map(([name, text]) => curlPair(encodeURIComponent(name), text))
  return [
    `curl --fail-with-body ${body ? '' : '-G '}${shell(url)}`,
    '-H "X-Access-Key: $ACCESS_KEY"',
    ...options,
    `-o ${shell(file)}`,
  ].join(' \\\n  ')
}

const javascriptObject = (values: Values) => {
  const lines = Object.entries(values).map(
    ([name, value]) => `${isIdentifier(name) ? name : quoted(name)}: ${literal(value, quoted)},`,
  )
  return lines.length === 0 ? '{}' : `{\n${indent(lines, '  ')}\n}`
}

const javascript = ({ url, file, query = [], body }: SampleRequest): string => `\
import { writeFile } from 'node:fs/promises'

const ${body ? 'body' : 'query'} = ${
  body ? javascriptObject(body) : `new URLSearchParams(${javascriptObject(Object.fromEntries(query))})`
}
const response = await fetch(${body ? quoted(url) : `${quoted(`${url}?`)} + query`}, {
${
  body
    ? `  method: 'POST',
  headers: { 'X-Access-Key': process.env.ACCESS_KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),`
    : `  headers: { 'X-Access-Key': process.env.ACCESS_KEY },`
}
})
if (!response.ok) throw new Error(await response.text())
await writeFile(${quoted(file)}, Buffer.from(await response.arrayBuffer()))
`

const pythonDictionary = (values: Values) => {
  const lines = Object.entries(values).map(
    ([name, value]) => `${quoted(name)}: ${literal(value, quoted, ['True', 'False'])},`,
  )
  return lines.length === 0 ? '{}' : `{\n${indent(lines, '    ')}\n}`
}

const python = ({ url, file, query = [], body }: SampleRequest): string => `\
import ${body ? 'json\nimport os' : 'os'}
${body ? '' : 'from urllib.parse import urlencode\n'}from urllib.request import Request, urlopen

${body ? 'body' : 'query'} = ${pythonDictionary(body ?? Object.fromEntries(query))}
request = Request(
    ${body ? quoted(url) : `${quoted(`${url}?`)} + urlencode(query)`},
    headers={"X-Access-Key": os.environ["ACCESS_KEY"]${body ? ', "Content-Type": "application/json"' : ''}},
${body ? '    data=json.dumps(body).encode(),\n' : ''})
with urlopen(request) as response, open(${quoted(file)}, "wb") as file:
    file.write(response.read())
`

const phpArray = (values: Values) => {
  const lines = Object.entries(values).map(
    ([name, value]) => `${phpQuoted(name)} => ${literal(value, phpQuoted)},`,
  )
  return lines.length === 0 ? '[]' : `[\n${indent(lines, '    ')}\n]`
}

const php = ({ url, file, query = [], body }: SampleRequest): string => `\
<?php
$${body ? 'body' : 'query'} = ${phpArray(body ?? Object.fromEntries(query))};
$context = stream_context_create(['http' => [
${
  body
    ? `    'method' => 'POST',
    'header' => ['X-Access-Key: ' . getenv('ACCESS_KEY'), 'Content-Type: application/json'],
    'content' => json_encode($body),`
    : `    'header' => 'X-Access-Key: ' . getenv('ACCESS_KEY'),`
}
]]);
$result = file_get_contents(${phpQuoted(body ? url : `${url}?`)}${body ? '' : ' . http_build_query($query)'}, false, $context);
if ($result === false) {
    exit("The request failed.\\n");
}
file_put_contents(${phpQuoted(file)}, $result);
`

const go = ({ url, file, query = [], body }: SampleRequest): string => {
  const imports = ['io', 'log', 'net/http', ...(body ? [] : ['net/url']), 'os', ...(body ? ['strings'] : [])]
  const content = body
    ? [`body := strings.NewReader(${quoted(JSON.stringify(body))})`]
    : ['query := url.Values{}', ...query.map(([name, text]) => `query.Set(${quoted(name)}, ${quoted(text)})`)]
  return `\
package main

import (
${indent(
  imports.map((name) => `"${name}"`),
  '\t',
)}
)

func main() {
${indent(content, '\t')}
	request, err := http.NewRequest(${body ? `"POST", ${quoted(url)}, body` : `"GET", ${quoted(`${url}?`)}+query.Encode(), nil`})
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("X-Access-Key", os.Getenv("ACCESS_KEY"))
${body ? '\trequest.Header.Set("Content-Type", "application/json")\n' : ''}\
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	if response.StatusCode >= 300 {
		log.Fatal(string(content))
	}
	if err := os.WriteFile(${quoted(file)}, content, 0o644); err != nil {
		log.Fatal(err)
	}
}
`
}

/** The languages of the samples, each with its printer. The key comes from the environment. */
export const sampleLanguages = [
  { id: 'bash', title: 'curl', print: curl },
  { id: 'javascript', title: 'JavaScript', print: javascript },
  { id: 'python', title: 'Python', print: python },
  { id: 'php', title: 'PHP', print: php },
  { id: 'go', title: 'Go', print: go },
] as const

export type SampleLanguage = (typeof sampleLanguages)[number]['id']
