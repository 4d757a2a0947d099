import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operations } from '../../lib/schema/operations.ts'
import { renderOperationIds } from '../../lib/schema/render-operations.ts'
import { readSamples, type Sample, sampleBaseUrl } from '../../scripts/generate/samples.ts'
import {
  type SampleLanguage,
  sampleLanguages,
  toCodeSample,
  toText,
} from '../../web/src/samples/code-samples.ts'
import { requirePrograms } from '../support/programs.ts'
import { clientEnvironment, installClients, sampleRuntimes } from '../support/sample-clients.ts'
import { joinService } from '../support/service/shared-service.ts'
import { startWebhookReceiver } from '../support/sites/webhook-receiver.ts'

const docsDir = join(import.meta.dirname, '../../docs')
const pages = readdirSync(docsDir, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, markdown: readFileSync(join(docsDir, name), 'utf8') }))

/** The calls of all pages, each once. */
const samples = [
  ...new Map(
    pages
      .flatMap(({ markdown }) => readSamples(markdown))
      .map((sample) => [JSON.stringify([sample.method, sample.path, sample.parameters]), sample]),
  ).values(),
]

interface Program {
  code: string
  /** The file that it writes. Without one, it prints. */
  file?: string
}

const programPattern = /<!-- (run|continue) -->\n((?:::: code-group\n.*?\n:::)|```.*?\n```)\n/gs

/** Complete programs that a page marks with a comment, alone or as tabs. What continues the first one of its page follows it. */
const programs: (Program & { language: SampleLanguage })[] = pages.flatMap(({ markdown }) => {
  const found = [...markdown.matchAll(programPattern)].flatMap(([, mark, block = '']) =>
    [...block.matchAll(/```(\w+)[^\n]*\n(.*?)```/gs)].map(([, fence = '', code = '']) => ({
      mark,
      language: fence === 'js' || fence === 'ts' ? ('JavaScript' as const) : ('Python' as const),
      code,
    })),
  )
  return found.map(({ mark, language, code }) => {
    const first = found.find((program) => program.language === language)
    return { language, code: mark === 'continue' ? `${first?.code}\n${code}` : code }
  })
})

/** Runs several programs in one process, each in its folder, because a process or a compilation takes longer than a call. */
const runners: Partial<Record<SampleLanguage, { file: string; code: (count: number) => string }>> = {
  JavaScript: {
    file: 'runner.mjs',
    code: () => `for (const folder of process.argv.slice(2)) {
  process.chdir(folder)
  await import(folder + '/sample.mjs')
  process.stdout.write('\\0')
}`,
  },
  Python: {
    file: 'runner.py',
    code: () => `import os, runpy, sys
for folder in sys.argv[1:]:
    os.chdir(folder)
    runpy.run_path(folder + "/sample.py")
    print(end="\\0", flush=True)`,
  },
  // The samples are the other files of the package.
  Go: {
    file: 'runner.go',
    code: (count) => `package main

import "os"

func main() {
	for index, sample := range []func(){${Array.from({ length: count }, (_, index) => `sample${index}`).join(', ')}} {
		os.Chdir(os.Args[index+1])
		sample()
		os.Stdout.WriteString("\\x00")
	}
}`,
  },
}

interface Answer {
  status: number
  contentType: string
  body: Buffer
}

const answers = new Map<string, Promise<Answer>>()

const renderPaths = new Set<string>(renderOperationIds.map((id) => operations[id].path))

/** Returns what a call is recorded by. A render is the same by GET as by POST. */
const toKey = (method: string, path: string, parameters: Readonly<Record<string, unknown>>): string => {
  const texts = Object.entries(parameters).map(([name, value]) => [name, toText(value)])
  return JSON.stringify([renderPaths.has(path) ? '' : method, path, texts.toSorted()])
}

/** Sends the request to the service only the first time: the same call in five languages is rendered once. */
const answer = async (method: string, url: string, headers: Headers, body: Buffer): Promise<Answer> => {
  const { pathname, searchParams } = new URL(url, service.baseUrl)
  const query = Object.fromEntries(searchParams)
  const data: Record<string, unknown> = body.length > 0 ? JSON.parse(body.toString()) : {}
  const key = `${headers.get('x-access-key')} ${toKey(method, pathname, { ...query, ...data })}`
  const known = answers.get(key)
  if (known) return known
  // A longer video, or one with more frames, says no more about the call.
  if (data['duration'] !== undefined && data['actions'] === undefined)
    Object.assign(data, { duration: 1, fps: 5 })
  const send = async (): Promise<Answer> => {
    const target = `${service.baseUrl}${await toExistingPath(pathname)}?${searchParams}`
    const sent = body.length > 0 ? { body: JSON.stringify(data) } : {}
    const response = await fetch(target, { method, headers, ...sent })
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: Buffer.from(await response.arrayBuffer()),
    }
  }
  const sent = send()
  answers.set(key, sent)
  return sent
}

/** Returns the id of a new subscription, or of an event that one receives. */
const createEvent = async (collection: string): Promise<string> => {
  const headers = { 'x-access-key': account.accessKey, 'content-type': 'application/json' }
  const create = async (path: string, options: object) => {
    const body = JSON.stringify(options)
    const response = await fetch(service.baseUrl + path, { method: 'POST', headers, body })
    return ((await response.json()) as { id: string }).id
  }
  const id = await create('/v1/subscriptions', { webhook_url: receiver.url, topics: ['task.failed'] })
  return collection === '/v1/events/' ? create(`/v1/subscriptions/${id}/test`, {}) : id
}

/** Returns the path with the id of a new task, batch or request in place of the example. No call depends on another. */
const toExistingPath = async (pathname: string): Promise<string> => {
  const [, collection, , rest = ''] =
    /^(\/v1\/(?:tasks|batches|requests|subscriptions|events)\/)([^/]+)(.*)$/.exec(pathname) ?? []
  if (collection === undefined) return pathname
  const headers = { 'x-access-key': account.accessKey, 'content-type': 'application/json' }
  const url = 'http://demo.stillframe.example/'
  const create = (path: string, options: object) =>
    fetch(service.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(options) })
  if (collection === '/v1/requests/') {
    const response = await create('/v1/scrape', { url, webhook_url: receiver.url })
    await response.arrayBuffer()
    return `${collection}${response.headers.get('x-service-request-id')}${rest}`
  }
  if (/subscriptions|events/.test(collection)) return `${collection}${await createEvent(collection)}${rest}`
  if (collection === '/v1/batches/') {
    const body = { operation: 'scrape', requests: [{ url }], webhook_url: receiver.url }
    const response = await create('/v1/batches', body)
    const { id } = (await response.json()) as { id: string }
    if (rest === '/webhook') await finishBatch(id)
    return `${collection}${id}${rest}`
  }
  const isWatched = rest === '/baseline'
  // Otherwise the task runs whenever another test passes a minute.
  using _clock = isWatched ? await service.borrowClock() : undefined
  const response = await create('/v1/tasks', {
    name: 'sample',
    api: 'scrape',
    query: `url=${url}&format=md&js_enabled=false`,
    frequency: isWatched ? 'every_minute' : 'every_day',
    ...(isWatched && { watch: { mode: 'text' } }),
  })
  const { id } = (await response.json()) as { id: number }
  if (isWatched) await finishRun(id)
  return `${collection}${id}${rest}`
}

const finishBatch = (id: string) =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${service.baseUrl}/v1/batches/${id}`, {
        headers: { 'x-access-key': account.accessKey },
      })
      expect(await response.json()).toMatchObject({ status: 'ended' })
    },
    { timeout: 60_000, interval: 200 },
  )

/** Lets a task run, while the clock is borrowed. The run is its baseline a moment after it is done. */
const finishRun = async (taskId: number) => {
  await service.passMinute()
  await vi.waitFor(
    async () => {
      const response = await fetch(`${service.baseUrl}/v1/tasks/${taskId}`, {
        headers: { 'x-access-key': account.accessKey },
      })
      expect(await response.json()).toMatchObject({ baseline: { id: expect.any(String) } })
    },
    { timeout: 20_000, interval: 100 },
  )
}

const [service, receiver] = await Promise.all([joinService(), startWebhookReceiver()])
const account = await service.createAccount('scale')
const key = await service.accounts.addKey(account.id, { name: 'Links', scope: 'links' })
const linksKey = key?.accessKey ?? ''
const recorder = createServer(async (request, response) => {
  const headers = new Headers({
    'x-access-key': String(request.headers['x-access-key']),
    ...(request.headers['content-type'] && { 'content-type': request.headers['content-type'] }),
  })
  const body = Buffer.concat(await request.toArray())
  try {
    const result = await answer(request.method ?? '', request.url ?? '', headers, body)
    response.writeHead(result.status, { 'content-type': result.contentType }).end(result.body)
  } catch (error) {
    // Otherwise the program would wait for its response.
    response.writeHead(500).end(String(error))
  }
})
await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve))
const recorderUrl = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`

afterAll(async () => {
  recorder.closeAllConnections()
  recorder.close()
  await receiver.close()
})

const environment = () => ({
  ...process.env,
  ...clientEnvironment,
  ACCESS_KEY: account.accessKey,
  LINKS_KEY: linksKey,
  SECRET_KEY: account.secretKey,
})

/** Runs programs, each in its own folder. Returns what each has written to its file, or has printed. */
const runAll = async (language: SampleLanguage, items: readonly Program[]): Promise<Buffer[]> => {
  const root = await mkdtemp(join(tmpdir(), 'stillframe-samples-'))
  try {
    await installClients(root)
    const { file, command } = sampleRuntimes[language]
    const folders = items.map((_, index) => join(root, String(index)))
    for (const [index, folder] of folders.entries()) {
      await mkdir(folder)
      const code = items[index]?.code ?? ''
      if (language === 'Go')
        await writeFile(
          join(root, `sample-${index}.go`),
          code.replace('func main()', `func sample${index}()`),
        )
      else await writeFile(join(folder, file), code)
    }
    const start = async (folder: string, list: readonly string[]) => {
      const [program, ...parameters] = command
      const options = { cwd: folder, env: environment(), maxBuffer: 2 ** 27 }
      return (await promisify(execFile)(program, [...parameters, ...list], options)).stdout
    }
    const runner = runners[language]
    if (runner) await writeFile(join(root, runner.file), runner.code(items.length))
    const sources = language === 'Go' ? items.map((_, index) => `sample-${index}.go`) : []
    const printed = runner
      ? (await start(root, [runner.file, ...sources, ...folders])).split('\0')
      : await forEach(folders, (folder) => start(folder, [file]))
    return await Promise.all(
      items.map(async (item, index) =>
        item.file ? readFile(join(root, String(index), item.file)) : Buffer.from(printed[index] ?? ''),
      ),
    )
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** A few at a time, because the programs wait for renders. */
const forEach = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const queue = [...items.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      results[next[0]] = await work(next[1])
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return results
}

/** Runs calls in a language. Each must write or print exactly a successful response of the service. */
const check = async (language: SampleLanguage, list: readonly Sample[]): Promise<Buffer[]> => {
  const results = await runAll(
    language,
    list.map((sample) => ({
      code: toCodeSample(language, { ...sample, baseUrl: recorderUrl }),
      ...(sample.file && { file: sample.file }),
    })),
  )
  const recorded = await Promise.all(answers.values())
  for (const [index, result] of results.entries()) {
    const match = recorded.find(({ body }) => toContent(result) === toContent(body))
    expect(match?.status, `${language} ${JSON.stringify(list[index])}`).toBeOneOf([200, 201, 202, 204])
  }
  return results
}

/** JSON can be written in several ways. */
const toContent = (bytes: Buffer): string => {
  const text = bytes.toString('latin1').trimEnd()
  return /^[[{]/.test(text) ? JSON.stringify(JSON.parse(bytes.toString())) : text
}

// Hundreds of programs are started.
const timeout = 600_000

// The first language causes the only render of each call, one at a time, which needs one browser for each operation.
beforeAll(() => check('JavaScript', samples), timeout)

test.for(sampleLanguages.filter((language) => language !== 'JavaScript'))(
  'every call of the pages succeeds, and is the same call in %s',
  { timeout },
  async (language, context) => {
    requirePrograms(context, ...sampleRuntimes[language].needs)
    expect(samples.length).toBeGreaterThan(20)
    await check(language, samples)
    const keys = samples.map(({ method, path, parameters = {} }) => toKey(method, path, parameters))
    expect(answers.size).toBe(new Set(keys).size)
  },
)

test.for([...new Set(programs.map(({ language }) => language))])(
  'the programs of the guides in %s end without an error',
  async (language, context) => {
    requirePrograms(context, ...sampleRuntimes[language].needs)
    const own = programs.filter((program) => program.language === language)
    await runAll(
      language,
      own.map(({ code }) => ({ code: code.replaceAll(sampleBaseUrl, service.baseUrl) })),
    )
  },
)

test('the guide to scraping shows what its first call returns', async () => {
  const markdown = pages.find(({ name }) => name === 'guides/scrape-to-markdown.md')?.markdown ?? ''
  const [sample] = readSamples(markdown)
  if (!sample) throw new Error('The guide has no call.')
  const [written] = await check('JavaScript', [sample])
  expect(markdown).toContain(`\`\`\`md\n${written?.toString().trimEnd()}\n\`\`\``)
})
