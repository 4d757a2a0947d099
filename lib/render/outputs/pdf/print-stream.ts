import type { Protocol } from 'puppeteer-core'
import { InvalidParameterError, ResultTooLargeError } from '../../../base/errors.ts'
import { ignore, pause } from '../../../base/timers.ts'
import { isBeyondLastPage, isWithoutContentArea } from '../../browser/protocol-errors.ts'
import { awaitResponse } from '../../page/time-limits.ts'
import type { PrintContext } from './print-context.ts'

/** The browser keeps the document in a file. The service keeps it in memory and sends it in one response. */
export const documentBytesMax = 100 * 1024 ** 2

/** Base64 text of this size is short-lived, so the heap does not grow with the document. */
const chunkBytes = 1024 ** 2

/**
 * Prints the document and returns its bytes, or undefined if the first requested page does not exist.
 *
 * @throws ResultTooLargeError beyond `documentBytesMax`
 * @throws PageTimeoutError if the document is not finished by the end of the render
 */
export const print = async (
  context: PrintContext,
  request: Protocol.Page.PrintToPDFRequest,
): Promise<Buffer | undefined> => {
  const handle = await startPrint(context, request)
  return handle === undefined ? undefined : readDocument(context, handle)
}

/** Returns whether the document has a page, by printing it. A missing page takes only the time of the layout. */
export const hasPage = async (
  context: PrintContext,
  request: Protocol.Page.PrintToPDFRequest,
  page: number,
): Promise<boolean> => {
  if (context.holdDocument) await awaitResponse(context, context.holdDocument())
  const handle = await startPrint(context, {
    ...request,
    pageRanges: String(page),
    printBackground: false,
    generateTaggedPDF: false,
    generateDocumentOutline: false,
  })
  if (handle === undefined) return false
  await closeDocument(context, handle)
  return true
}

/** After this time, a print may be waiting for something that is loading. */
const checkMs = 20

const startPrint = async (context: PrintContext, request: Protocol.Page.PrintToPDFRequest) => {
  try {
    const printed = context.cdp.send('Page.printToPDF', request)
    printed.catch(ignore)
    while (context.isFrozen && !(await Promise.race([printed, pause(checkMs, context.signal)])))
      await awaitResponse(context, context.world.call('giveUpLoading'))
    return (await awaitResponse(context, printed)).stream
  } catch (cause) {
    if (isBeyondLastPage(cause)) return undefined
    if (!isWithoutContentArea(cause)) throw cause
    throw new InvalidParameterError(
      '`pdf_margin_*`, or the margins in the `@page` rules of the page, leave no room for content on the page.',
      { cause },
    )
  }
}

const readDocument = async (context: PrintContext, handle: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for (;;) {
    const { data, base64Encoded, eof } = await awaitResponse(
      context,
      context.cdp.send('IO.read', { handle, size: chunkBytes }),
    )
    const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'latin1')
    bytes += chunk.length
    chunks.push(chunk)
    if (eof || bytes > documentBytesMax) break
  }
  await closeDocument(context, handle)
  if (bytes > documentBytesMax) throw new ResultTooLargeError(tooLarge)
  return Buffer.concat(chunks, bytes)
}

const tooLarge =
  'The document is larger than 100 MB, the maximum for one PDF. Use `pdf_page_ranges` to print a part of it.'

const closeDocument = (context: PrintContext, handle: string) =>
  awaitResponse(context, context.cdp.send('IO.close', { handle }))
