// The GitHub Action, without a build step and packages: screenshots of pages before and after a change, compared, as a comment.
import { appendFile, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const { env } = process

/** Returns an input as GitHub passes it. */
const input = (name) => env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`]?.trim() ?? ''

const refuse = (name, rule) => {
  throw new Error(`\`${name}\` is ${JSON.stringify(input(name))}. ${rule}`)
}

/** Returns an input without slashes at its end, to which paths are appended. */
const readUrl = (name) => {
  const { protocol = '', search, hash } = URL.parse(input(name)) ?? {}
  if (!/^https?:$/.test(protocol) || search || hash)
    refuse(name, 'It must begin with http:// or https://, without a query.')
  return input(name).replace(/[/?#]+$/, '')
}

const readPaths = () => {
  const paths = input('paths')
    .split(/\s*\n\s*/)
    .filter(Boolean)
  if (paths.length === 0) refuse('paths', 'It must name at least one path.')
  if (!paths.every((path) => path.startsWith('/'))) refuse('paths', 'Each path must begin with /.')
  return paths
}

const readOptions = () => {
  const options = parseJson(input('options') || '{}')
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    refuse('options', 'It must be a JSON object.')
  return options
}

const parseJson = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws Error that names the input and what it accepts */
const readInputs = () => {
  const threshold = Number(input('threshold'))
  if (!(threshold >= 0 && threshold <= 1)) refuse('threshold', 'It must be a number from 0 to 1.')
  if (!['', 'true', 'false'].includes(input('fail-on-change')))
    refuse('fail-on-change', 'It must be true or false.')
  return {
    serviceUrl: readUrl('service-url'),
    before: readUrl('before'),
    after: readUrl('after'),
    paths: readPaths(),
    options: readOptions(),
    threshold,
  }
}

const requestMs = 150_000
const attemptsMax = 4

/** Sends JSON, and repeats what a busy service refuses. @throws Error with the message of the service */
const call = async (method, url, headers, body, attempts = attemptsMax) => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestMs),
    }).catch((error) => ({ error }))
    if (attempt === attempts || !isBusy(response)) return read(response, `${method} ${url}`)
    await response.body?.cancel()
    const seconds = Number(response.headers?.get('retry-after')) || 2 ** attempt
    await sleep(Math.min(seconds, 60) * 1000)
  }
}

const isBusy = ({ error, status }) => error !== undefined || status === 429 || status >= 500

const read = async (response, name) => {
  if (response.error) throw new Error(`${name}: ${response.error.cause?.message ?? response.error.message}.`)
  const text = await response.text()
  if (!response.ok) {
    const message = parseJson(text)?.message ?? `${name} returned ${response.status}.`
    throw Object.assign(new Error(message), { status: response.status })
  }
  return { value: JSON.parse(text || 'null'), link: response.headers.get('link') ?? '' }
}

/** Returns what happened to one page. It never rejects, because the comment shows failures too. */
const comparePage = async (path, inputs) => {
  const send = async (operation, body) => {
    const headers = { 'x-access-key': input('access-key') }
    const { value } = await call('POST', inputs.serviceUrl + operation, headers, body)
    return value
  }
  const shoot = (url) =>
    send('/v1/screenshot', { format: 'png', ...inputs.options, url, response_type: 'json' })
  try {
    const [before, after] = await Promise.all([shoot(inputs.before + path), shoot(inputs.after + path)])
    const { threshold } = inputs
    const change = await send('/v1/compare', { before: before.id, after: after.id, threshold })
    return { path, before, after, change }
  } catch (error) {
    return { path, error: error.message }
  }
}

/** Prints one line. GitHub reads commands at the beginning of a line, which a message must not contain. */
const print = (text) => process.stdout.write(`${text.replaceAll(/\s+/g, ' ')}\n`)

const pagesAtOnce = 2

const compareAll = async (inputs) => {
  const results = []
  const queue = [...inputs.paths.entries()]
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, path] = next
      results[index] = await comparePage(path, inputs)
      print(`${path}: ${describe(results[index])}`)
    }
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, lane))
  return results
}

const describe = ({ error, change }) => {
  if (error !== undefined) return `failed: ${error}`
  return change.changed ? `changed, ${(change.ratio * 100).toFixed(2)} %` : 'unchanged'
}

/** Marks the comment, so the next run of the job replaces it. */
const toMarker = ({ before }) => `<!-- stillframe-screenshots ${env.GITHUB_JOB} ${new URL(before).href} -->`

/** Returns a text that is neither HTML nor Markdown, mentions no one, and can be in an attribute. */
const escapeText = (text) => text.replaceAll(/[\s&<>"|`*_[\]!\\~@#$]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const image = ({ file }, text) =>
  `<a href="${escapeText(file)}"><img src="${escapeText(file)}" width="260" alt="${text}"></a>`

const toSection = ({ path, before, after, change }) =>
  [
    `### <code>${escapeText(path)}</code>: ${(change.ratio * 100).toFixed(2)} % of the pixels`,
    '',
    '| Before | After | Difference |',
    '|---|---|---|',
    `| ${image(before, 'Before')} | ${image(after, 'After')} | ${change.difference ? image(change.difference, 'Difference') : 'The sizes differ.'} |`,
    '',
  ].join('\n')

/** Of a comment on GitHub. */
const lengthMax = 65_000

const toHead = ({ changed, failed, count }) => {
  if (changed > 0) return `${changed} of ${count} pages ${changed === 1 ? 'has' : 'have'} changed`
  return failed > 0 ? `${failed} of ${count} pages could not be compared` : 'No page has changed'
}

const toComment = (results, inputs) => {
  const changed = results.filter(({ change }) => change?.changed)
  const failed = results.filter(({ error }) => error !== undefined)
  const head = [
    toMarker(inputs),
    `## ${toHead({ changed: changed.length, failed: failed.length, count: results.length })}`,
    '',
    `From <code>${escapeText(inputs.before)}</code> to <code>${escapeText(inputs.after)}</code>`,
    '',
    ...failed.map(
      ({ path, error }) => `- <code>${escapeText(path)}</code> failed: <code>${escapeText(error)}</code>`,
    ),
    '',
  ].join('\n')
  let text = head
  for (const [index, result] of changed.entries()) {
    const section = toSection(result)
    if (text.length + section.length > lengthMax)
      return `${text}\n${changed.length - index} more pages have changed.\n`
    text += section
  }
  return text
}

/** Creates the comment, or replaces the one of the run before. */
const writeComment = async (body, marker, number) => {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${input('github-token')}`,
    'user-agent': 'stillframe-action',
  }
  const repository = `${env.GITHUB_API_URL ?? 'https://api.github.com'}/repos/${env.GITHUB_REPOSITORY}`
  // A person can write a comment with the same marker.
  const isOwn = (comment) => comment.user?.type === 'Bot' && comment.body?.startsWith(marker)
  let next = `${repository}/issues/${number}/comments?per_page=100`
  while (next) {
    const { value, link } = await call('GET', next, headers)
    const own = value.find(isOwn)
    if (own) return call('PATCH', `${repository}/issues/comments/${own.id}`, headers, { body })
    next = /<([^>]+)>; rel="next"/.exec(link)?.[1]
  }
  // A comment may exist although GitHub returned an error, so it is not sent again.
  return call('POST', `${repository}/issues/${number}/comments`, headers, { body }, 1)
}

/** Returns an error that names the permission that the token lacks. */
const toCommentError = ({ message, status }) => {
  const advice = status === 403 ? ' The job needs the permission `pull-requests: write`.' : ''
  return new Error(`The comment cannot be written: ${message.replace(/\.?$/, '.')}${advice}`)
}

const readEvent = async () =>
  env.GITHUB_EVENT_PATH ? JSON.parse(await readFile(env.GITHUB_EVENT_PATH, 'utf8')) : {}

const main = async () => {
  const inputs = readInputs()
  const results = await compareAll(inputs)
  const changed = results.filter(({ change }) => change?.changed).length
  const failed = results.filter(({ error }) => error !== undefined).length
  if (env.GITHUB_OUTPUT) await appendFile(env.GITHUB_OUTPUT, `changed=${changed}\nfailed=${failed}\n`)
  if (failed > 0 || (changed > 0 && input('fail-on-change') === 'true')) {
    print(`::error::${changed} pages have changed, ${failed} failed.`)
    process.exitCode = 1
  }
  const comment = toComment(results, inputs)
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, comment)
  const { pull_request: pull } = await readEvent()
  if (!pull) return
  await writeComment(comment, toMarker(inputs), pull.number).catch((error) => {
    throw toCommentError(error)
  })
}

await main().catch((error) => {
  print(`::error::${error.message}`)
  process.exitCode = 1
})
