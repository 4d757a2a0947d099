import { withoutUndefined } from '../../base/without-undefined.ts'
import { withoutCredentials } from '../../schema/http-url.ts'
import type { RenderResult } from '../../schema/render-result.ts'
import type { Upload } from './request-record.ts'
import { toSizeView, toUploadView } from './request-view.ts'
import type { StoredResult } from './stored-result.ts'

interface ViewOptions {
  id: string
  /** As sent by the caller. Absent for `html`. */
  url: string | undefined
  /** URL below which results are public, without trailing slash. */
  cacheUrl: string
  upload?: Upload | undefined
}

/** Returns what a JSON response says of a stored result. */
export const toResultView = (
  result: StoredResult,
  { id, url, cacheUrl, upload }: ViewOptions,
): RenderResult => {
  const { page = {}, name, created, expires, contentType, bytes, headers } = result
  const report = headers[`${prefix}Report`]
  return {
    id,
    url: url === undefined ? null : withoutCredentials(url),
    final_url: page.url ?? null,
    status: page.status ?? null,
    title: page.title ?? null,
    file: `${cacheUrl}/${name}`,
    created,
    expires,
    upload: upload ? toUploadView(upload) : null,
    content_type: contentType,
    bytes,
    ...toSizeView(result.facts),
    timeout: result.facts?.timeout ?? null,
    incomplete: result.facts?.incomplete ?? [],
    metadata: readMetadata(headers),
    report: report === undefined ? null : JSON.parse(report),
  }
}

const prefix = 'X-Service-Metadata-'

/** Reads the headers back that `toMetadata` has written. */
const readMetadata = (headers: StoredResult['headers']): RenderResult['metadata'] => {
  const read = <Value>(name: string, decode: (text: string) => Value): Value | undefined => {
    const text = headers[prefix + name]
    return text === undefined ? undefined : decode(text)
  }
  return withoutUndefined({
    icon: read('Icon', decodeURIComponent),
    title: read('Title', decodeURIComponent),
    fonts: read('Fonts', JSON.parse),
    hash: read('Hash', String),
    status: read('Status', Number),
    headers: read('Headers', JSON.parse),
    image_size: read('Image-Size', String),
    truncated: read('Truncated', (text) => text.split(', ')),
  })
}
