import { readFile } from 'node:fs/promises'
import { errorReference } from '../../../lib/schema/error-reference.ts'
import { parametersByGroup } from '../../../lib/schema/openapi-request.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { toExample } from './example.ts'
import { escapeHtml, toAnchor, toProse } from './markup.ts'
import { toParameterTables } from './parameter-table.ts'

const rows = Object.values<Operation>(operations)

/** Returns the reference page: one file without scripts that loads nothing. */
export const toReferencePage = async (): Promise<string> => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Stillframe API reference</title>
<style>
${await readFile(new URL('style.css', import.meta.url), 'utf8')}</style>
</head>
<body>
<nav aria-label="Contents">
<a class="brand" href="#top">${logo}<span>Stillframe</span></a>
${toContents()}
</nav>
<main id="top">
${introduction}
${(await Promise.all(rows.map(toOperationSection))).join('\n')}
${toErrorSection()}
</main>
</body>
</html>
`

const logo =
  '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><rect x="2" y="4" width="20" height="16" rx="3" fill="none" stroke="currentColor" stroke-width="2"/><path d="M6 16l4-5 3 3.5 2-2 3 3.5z" fill="currentColor"/></svg>'

const toContents = (): string => `
<h2>Start</h2>
<ul><li><a href="#quick-start">Quick start</a></li><li><a href="#access">Access key</a></li><li><a href="#signing">Signed requests</a></li><li><a href="#values">Parameter values</a></li></ul>
<h2>Operations</h2>
<ul>${rows.map(toContentsEntry).join('')}</ul>
<h2>Responses</h2>
<ul><li><a href="#errors">Errors</a></li><li><a href="/v1/openapi.json">OpenAPI 3.1</a></li></ul>`

const toContentsEntry = (operation: Operation): string => {
  const groups = parametersByGroup(operation)
    .map(({ title }) => `<li><a href="#${operation.id}-${toAnchor(title)}">${escapeHtml(title)}</a></li>`)
    .join('')
  return `<li><a href="#${operation.id}">${escapeHtml(operation.summary)}</a>${groups && `<ul>${groups}</ul>`}</li>`
}

const introduction = `
<h1>API reference</h1>
<p class="lead">Stillframe renders web pages and HTML documents in a real browser and returns the result.</p>

<h2 id="quick-start">Quick start</h2>
<pre><code>curl -G "$BASE_URL/v1/screenshot" \\
  -H "X-Access-Key: $ACCESS_KEY" \\
  --data-urlencode "url=https://example.com/" \\
  -d full_page=true -d format=png \\
  -o page.png</code></pre>
<p>Parameters in a JSON body, with your own HTML:</p>
<pre><code>curl "$BASE_URL/v1/screenshot" \\
  -H "X-Access-Key: $ACCESS_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"html": "&lt;h1&gt;Hello&lt;/h1&gt;", "viewport_width": 600, "viewport_height": 300}' \\
  -o hello.jpeg</code></pre>

<h2 id="access">Access key</h2>
<p>Every request requires the access key of the account, in one of three places. Different keys in one request are rejected.</p>
<table><thead><tr><th>Place</th><th>Methods</th><th>Form</th></tr></thead><tbody>
<tr><td>Header</td><td>all</td><td><code>X-Access-Key: …</code></td></tr>
<tr><td>Query string</td><td>GET, DELETE</td><td><code>access_key=…</code></td></tr>
<tr><td>JSON body</td><td>POST, PATCH</td><td><code>"access_key": "…"</code></td></tr>
</tbody></table>

<h2 id="signing">Signed requests</h2>
<p>A signature proves that the caller has the secret key of the account. An account that requires signed requests rejects renders, tasks
and requests without a signature. Usage and devices require only the access key. The signature is the lowercase hex HMAC-SHA256, made with
the secret key.</p>
<table><thead><tr><th>Method</th><th>Place</th><th>Of</th></tr></thead><tbody>
<tr><td>GET, DELETE</td><td><code>signature=…</code>, anywhere in the query string</td><td>the query string exactly as sent, without
<code>signature</code> and the <code>&amp;</code> that joins it</td></tr>
<tr><td>POST, PATCH</td><td>Header <code>X-Service-Signature: …</code></td><td>the bytes of the body exactly as sent</td></tr>
</tbody></table>
<pre><code>QUERY="access_key=$ACCESS_KEY&amp;url=https%3A%2F%2Fexample.com%2F&amp;expires=1893456000"
SIGNATURE=$(printf %s "$QUERY" | openssl dgst -sha256 -hmac "$SECRET_KEY" | sed 's/.* //')
curl -o page.jpeg "$BASE_URL/v1/screenshot?$QUERY&amp;signature=$SIGNATURE"</code></pre>
<p><code>expires</code>, an extension, limits the lifetime of a signed link. From that Unix time in seconds on, the link returns 403.</p>

<h2 id="values">Parameter values</h2>
<p>GET accepts parameters in the query string, POST in a JSON object, with the same names and rules. An unknown parameter and a value out
of range are errors.</p>
<ul>
<li><b>Booleans</b>: <code>true</code> and <code>false</code>, also <code>1</code> and <code>0</code>.</li>
<li><b>Numbers</b>: decimal, such as <code>0.5</code>; in JSON also as strings.</li>
<li><b>Arrays</b>: a JSON array; one string with commas (<code>cookies</code> and <code>headers</code>: semicolons); the name repeated;
<code>name[]=…</code>.</li>
</ul>
<p>Every response has the header <code>X-Service-Request-Id</code>.</p>`

const toOperationSection = async (operation: Operation): Promise<string> => `
<section>
<h2 id="${operation.id}">${escapeHtml(operation.summary)}</h2>
<p class="endpoint">${operation.methods.map((method) => `<span class="method ${method.toLowerCase()}">${method}</span>`).join('')}<code>${operation.path}</code></p>
<p>${toProse(operation.description)}</p>
<p class="facts"><span><b>Returns</b> ${operation.produces.map((type) => `<code>${type}</code>`).join(' ')}</span></p>
${await toExample(operation.id)}
${toParameterTables(operation)}
</section>`

const toErrorSection = (): string => `
<section>
<h2 id="errors">Errors</h2>
<p>An error is a JSON object with exactly these fields. The header <code>X-Service-Error</code> has a stable code. The message is
for people and may change. Page errors return 400. A 500 is a failure of the service.</p>
<pre><code>HTTP/1.1 400 Bad Request
Content-Type: application/json
X-Service-Error: invalid_parameter

{"statusCode": 400, "error": "Bad Request",
 "message": "\`image_quality\` is 101. It must be an integer from 1 to 100."}</code></pre>
<table class="errors"><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>${errorReference
  .map(
    ({ statusCode, code, meaning }) =>
      `<tr id="${code}"><td>${statusCode}</td><td><code>${code}</code></td><td>${toProse(meaning)}</td></tr>`,
  )
  .join('\n')}</tbody></table>
</section>`
