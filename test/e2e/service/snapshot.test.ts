import { expect, test } from 'vitest'
import { RequestView } from '../../../lib/schema/requests.ts'
import { SnapshotDocument } from '../../../lib/schema/snapshot-document.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { joinService } from '../../support/service/shared-service.ts'

const demo = 'http://demo.stillframe.example/'
const small = { viewport_width: 400, viewport_height: 300, block_annoyance: 'none' }

const service = await joinService()

const headers = () => ({ 'content-type': 'application/json', 'x-access-key': service.accessKey })

const post = (options: object) =>
  fetch(`${service.baseUrl}/v1/snapshot`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ ...small, ...options }),
  })

const read = async (response: Response) => {
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return {
    text,
    document: SnapshotDocument.parse(JSON.parse(text)),
    cache: response.headers.get('x-service-cache'),
  }
}

const requestOf = async (id: string | null) =>
  RequestView.parse(
    await (await fetch(`${service.baseUrl}/v1/requests/${id}`, { headers: headers() })).json(),
  )

test('every output is a public file of its type, and the request names them', async () => {
  const outputs = ['screenshot', 'full_page', 'pdf', 'html', 'markdown', 'links', 'metadata']
  const response = await post({ url: demo, outputs, pdf_options: { pdf_title: 'Harbor' } })
  const { document, text } = await read(response)
  expect(Object.keys(document.outputs).sort()).toEqual(outputs.sort())
  for (const { file, content_type, bytes } of Object.values(document.outputs)) {
    const served = await fetch(file ?? '')
    expect([served.status, served.headers.get('content-type')]).toEqual([200, content_type])
    expect((await served.arrayBuffer()).byteLength).toBe(bytes)
  }
  await using pdf = await readPdf(
    Buffer.from(await (await fetch(document.outputs.pdf?.file ?? '')).arrayBuffer()),
  )
  expect([pdf.title, pdf.pageCount]).toEqual(['Harbor', document.outputs.pdf?.pages])
  const request = await requestOf(response.headers.get('x-service-request-id'))
  expect(request).toMatchObject({
    operation: 'snapshot',
    status: 'done',
    outputs: document.outputs,
    bytes: text.length,
  })
  expect(request.omitted_options).toEqual(['pdf_options'])
  expect(await (await fetch(request.file ?? '')).text()).toBe(text)
})

test('in the background and from the cache it is the same document', async () => {
  const options = { url: demo, outputs: ['markdown', 'links'], cache: true, cache_ttl: 400_000 }
  const accepted = await post({ ...options, async: true })
  expect(accepted.status).toBe(202)
  const id = accepted.headers.get('x-service-request-id')
  await expect.poll(async () => (await requestOf(id)).status, { timeout: 15_000 }).toBe('done')
  const { file, outputs } = await requestOf(id)
  const hit = await read(await post(options))
  expect([hit.cache, hit.document.outputs]).toEqual(['hit', outputs])
  expect(await (await fetch(file ?? '')).text()).toBe(hit.text)
})
