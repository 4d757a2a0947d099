import type { RequestView } from '../../../lib/schema/requests.ts'
import { toCsv } from './csv.ts'

const extensionOf = (file: string) => file.slice(file.lastIndexOf('.') + 1)

/** Returns a text as a part of a file name that every system accepts. */
const toFileName = (text: string): string =>
  text
    .replace(/^https?:\/\//, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80) || 'page'

/** A stored file of a request, with its name in an archive. */
export interface ResultFile {
  name: string
  file: string
  bytes: number
}

/** Returns the files of a request. @param index its place among the requests of the batch */
export const filesOf = (request: RequestView, index: number): ResultFile[] => {
  const { file, bytes, outputs } = request
  if (file === null) return []
  const base = `${String(index + 1).padStart(5, '0')}-${toFileName(request.external_id ?? request.url ?? 'html')}`
  return [
    { name: `${base}.${extensionOf(file)}`, file, bytes: bytes ?? 0 },
    ...Object.entries(outputs ?? {}).map(([output, part]) => ({
      name: `${base}/${output}.${extensionOf(part.file)}`,
      file: part.file,
      bytes: part.bytes,
    })),
  ]
}

const columns: Readonly<Record<string, (request: RequestView, index: number) => unknown>> = {
  url: ({ url }) => url,
  external_id: ({ external_id }) => external_id,
  status: ({ status }) => status,
  error: ({ error }) => error?.code,
  message: ({ error }) => error?.message,
  page_status: ({ page_status }) => page_status,
  duration_ms: ({ duration_ms }) => duration_ms,
  bytes: ({ bytes }) => bytes,
  name: (request, index) => filesOf(request, index)[0]?.name,
  file: ({ file }) => file,
  expires: ({ expires }) => expires && new Date(expires * 1000).toISOString(),
  id: ({ id }) => id,
}

/** Returns how the requests of a batch ended, as CSV. `name` is the name of the file in the archive of the results. */
export const toOutcomeCsv = (requests: readonly RequestView[]): string =>
  toCsv([
    Object.keys(columns),
    ...requests.map((request, index) => Object.values(columns).map((read) => read(request, index))),
  ])
