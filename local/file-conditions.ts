import type { IncomingHttpHeaders } from 'node:http'
import { parseHttpDate } from '../lib/core/http-date.ts'

/** A file that a request is about. */
interface FileFacts {
  /** A strong entity tag, with its quotation marks. */
  etag: string
  /** Unix ms; HTTP knows whole seconds. */
  modifiedMs: number
  bytes: number
}

export type FileDecision =
  /** The entire file. */
  | { status: 200 }
  /** The bytes from `start` to `end`, both included. */
  | { status: 206; start: number; end: number }
  /** No body: the client has the file, a precondition failed, or the range lies behind the end. */
  | { status: 304 | 412 | 416 }

/** Decides on the conditions and the range of a GET or HEAD request, in the order of RFC 9110, 13.2.2, as S3 and CloudFront do. */
export const decideFile = (headers: IncomingHttpHeaders, file: FileFacts): FileDecision => {
  if (isChanged(headers, file)) return { status: 412 }
  if (isKnown(headers, file)) return { status: 304 }
  const range = isRangeOfFile(headers, file) ? headers.range : undefined
  return range === undefined ? { status: 200 } : decideRange(range, file)
}

const secondsOf = (ms: number) => Math.floor(ms / 1000)

const isLater = ({ modifiedMs }: FileFacts, text: string) => {
  const dateMs = parseHttpDate(text)
  return dateMs !== undefined && secondsOf(modifiedMs) > secondsOf(dateMs)
}

const isEarlierOrEqual = ({ modifiedMs }: FileFacts, text: string) => {
  const dateMs = parseHttpDate(text)
  return dateMs !== undefined && secondsOf(modifiedMs) <= secondsOf(dateMs)
}

const isChanged = (headers: IncomingHttpHeaders, file: FileFacts) => {
  const { 'if-match': tags, 'if-unmodified-since': since } = headers
  if (tags !== undefined) return !tagsOf(tags).some((tag) => tag === '*' || tag === file.etag)
  return since !== undefined && isLater(file, since)
}

const isKnown = (headers: IncomingHttpHeaders, file: FileFacts) => {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers
  // Weak comparison: a proxy that compresses weakens the tag.
  if (tags !== undefined)
    return tagsOf(tags).some((tag) => tag === '*' || tag.replace(/^W\//, '') === file.etag)
  return since !== undefined && isEarlierOrEqual(file, since)
}

/** The tags of S3 contain no commas. */
const tagsOf = (text: string) => text.split(',').map((tag) => tag.trim())

/** Without this, a download that is resumed could be spliced from two files. */
const isRangeOfFile = ({ 'if-range': condition }: IncomingHttpHeaders, { etag, modifiedMs }: FileFacts) => {
  if (condition === undefined || condition === etag) return true
  const dateMs = parseHttpDate(String(condition))
  return dateMs !== undefined && secondsOf(dateMs) === secondsOf(modifiedMs)
}

/** Several ranges, other units and malformed ranges are ignored, as the standard allows. */
const decideRange = (range: string, { bytes }: FileFacts): FileDecision => {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? []
  if (first === '' && last === '') return { status: 200 }
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { status: 200 }
  // Without a first byte, the number is counted from the end.
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return start <= end ? { status: 206, start, end } : { status: 416 }
}
