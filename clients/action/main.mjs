// The GitHub Action, without a build step and packages: screenshots of pages before and after a change, compared, as a comment.
import { appendFile, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const { env } = process

/** Returns an input as GitHub passes it. */
const input = (name) => env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`]?.trim() ?? ''

const requestMs = 150_000
const attemptsMax = 4

/** Sends JSON, and repeats what a busy service refuses. @throws Error with the message of the service */
const call = async (method, url, headers, body) => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestMs),
    }).catch((error) => ({ error }))
    if (attempt === attemptsMax || !isBusy(response)) return read(response, `${method} ${url}`)
    await response.body?.cancel()
    const seconds = Number(response.headers?.get('retry-after')) || 2 ** attempt
    await sleep(Math.min(seconds, 60) * 1000)
  }
}

const isBusy = ({ error, status }) => error !== undefined || status === 429 || status >= 500

const read = async (response, name) => {
  if (response.error) throw response.error
  const text = await response.text()
  if (!response.ok) throw new Error(messageOf(text) ?? `${name} returned ${response.status}.`)
  return { value: JSON.parse(text || 'null'), link: response.headers.get('link') ?? '' }
}

const messageOf = (text) => {
  try {
    return JSON.parse(text).message
  } catch {
    return undefined
  }
}

const service = async (path, body) => {
  const headers = { 'x-access-key': input('access-key') }
  const { value } = await call('POST', new URL(path, input('service-url')).href, headers, body)
  return value
}

const shoot = (base, path, options) =>
  service('/v1/screenshot', {
    format: 'png',
    ...options,
    url: new URL(path, base).href,
    response_type: 'json',
  })

/** Returns what happened to one page. It never rejects, because the comment shows failures too. */
const comparePage = async (path, options, threshold) => {
  try {
    const [before, after] = await Promise.all([
      shoot(input('before'), path, options),
      shoot(input('after'), path, options),
    ])
    const change = await service('/v1/compare', { before: before.id, after: after.id, threshold })
    return { path, before, after, change }
  } catch (error) {
    return { path, error: error.message }
  }
}

const pagesAtOnce = 2

const compareAll = async (paths, options, threshold) => {
  const results = []
  const queue = [...paths.entries()]
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, path] = next
      results[index] = await comparePage(path, options, threshold)
      process.stdout.write(`${path}: ${describe(results[index])}\n`)
    }
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, lane))
  return results
}

const describe = ({ error, change }) => {
  if (error !== undefined) return `failed: ${error}`
  return change.changed ? `changed, ${(change.ratio * 100).toFixed(2)} %` : 'unchanged'
}

/** Marks the comment, so the next run replaces it. */
const marker = '<!-- stillframe-screenshots -->'

const escapeHtml = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('|', '&#124;')
    .replaceAll('`', '&#96;')

const image = ({ file }, text) =>
  `<a href="${escapeHtml(file)}"><img src="${escapeHtml(file)}" width="260" alt="${text}"></a>`

const toSection = ({ path, before, after, change }) =>
  [
    `### <code>${escapeHtml(path)}</code>: ${(change.ratio * 100).toFixed(2)} % of the pixels`,
    '',
    '| Before | After | Difference |',
    '|---|---|---|',
    `| ${image(before, 'Before')} | ${image(after, 'After')} | ${change.difference ? image(change.difference, 'Difference') : 'The sizes differ.'} |`,
    '',
  ].join('\n')

/** Of a comment on GitHub. */
const lengthMax = 65_000

const toComment = (results) => {
  const changed = results.filter(({ change }) => change?.changed)
  const failed = results.filter(({ error }) => error !== undefined)
  const head = [
    marker,
    `## ${changed.length === 0 ? 'No page has' : `${changed.length} of ${results.length} pages ${changed.length === 1 ? 'has' : 'have'}`} changed`,
    '',
    ...failed.map(({ path, error }) => `- <code>${escapeHtml(path)}</code> failed: ${escapeHtml(error)}`),
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
const writeComment = async (body, number) => {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${input('github-token')}`,
    'user-agent': 'stillframe-action',
  }
  const repository = `${env.GITHUB_API_URL ?? 'https://api.github.com'}/repos/${env.GITHUB_REPOSITORY}`
  let next = `${repository}/issues/${number}/comments?per_page=100`
  while (next) {
    const { value, link } = await call('GET', next, headers)
    const own = value.find((comment) => comment.body?.startsWith(marker))
    if (own) return call('PATCH', `${repository}/issues/comments/${own.id}`, headers, { body })
    next = /<([^>]+)>; rel="next"/.exec(link)?.[1]
  }
  return call('POST', `${repository}/issues/${number}/comments`, headers, { body })
}

const readEvent = async () =>
  env.GITHUB_EVENT_PATH ? JSON.parse(await readFile(env.GITHUB_EVENT_PATH, 'utf8')) : {}

const main = async () => {
  const paths = input('paths')
    .split(/\s*\n\s*/)
    .filter(Boolean)
  const results = await compareAll(paths, JSON.parse(input('options') || '{}'), Number(input('threshold')))
  const comment = toComment(results)
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, comment)
  const { pull_request: pull } = await readEvent()
  if (pull) await writeComment(comment, pull.number)
  const changed = results.filter(({ change }) => change?.changed).length
  const failed = results.filter(({ error }) => error !== undefined).length
  if (env.GITHUB_OUTPUT) await appendFile(env.GITHUB_OUTPUT, `changed=${changed}\nfailed=${failed}\n`)
  if (failed > 0 || (changed > 0 && input('fail-on-change') === 'true')) {
    process.stdout.write(`::error::${changed} pages have changed, ${failed} failed.\n`)
    process.exitCode = 1
  }
}

await main().catch((error) => {
  process.stdout.write(`::error::${error.message}\n`)
  process.exitCode = 1
})
