import { Button, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { ErrorState, LoadingLines } from '../shared/states.tsx'
import classes from './results.module.css'

GlobalWorkerOptions.workerSrc = workerUrl

/** How many pages are shown at first, and how many more with each click. */
const pagesStep = 20

const useDocument = (blob: Blob) => {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    let isGone = false
    let close = () => {}
    const open = async () => {
      // The policy forbids WebAssembly. pdf.js has decoders in JavaScript too.
      const task = getDocument({ data: await blob.arrayBuffer(), useWasm: false, enableXfa: false })
      close = () => {
        task.destroy().catch(() => {})
      }
      if (isGone) return close()
      setPdf(await task.promise)
    }
    open().catch((failure: Error) => !isGone && setError(failure))
    return () => {
      isGone = true
      close()
    }
  }, [blob])
  return { pdf, error }
}

/** The pages of a document, drawn when they come into view. */
const PdfView = ({ blob }: { blob: Blob }) => {
  const { pdf, error } = useDocument(blob)
  const [count, setCount] = useState(pagesStep)
  if (error) return <ErrorState error={error} />
  if (!pdf) return <LoadingLines />
  const shown = Math.min(count, pdf.numPages)
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {pdf.numPages} {pdf.numPages === 1 ? 'page' : 'pages'}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard. */}
      <section className={classes.stage} tabIndex={0} aria-label="Pages">
        {Array.from({ length: shown }, (_, index) => index + 1).map((number) => (
          <PdfPage key={number} pdf={pdf} number={number} />
        ))}
        {shown < pdf.numPages && (
          <Button variant="default" onClick={() => setCount(count + pagesStep)}>
            Show more pages
          </Button>
        )}
      </section>
    </>
  )
}

/** Sharp on a screen with two pixels for each CSS pixel, and small enough for a canvas. */
const widthPx = 1400

const drawPage = async (pdf: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement) => {
  const page = await pdf.getPage(number)
  const { width } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: widthPx / width })
  canvas.width = viewport.width
  canvas.height = viewport.height
  await page.render({ canvas, viewport }).promise
}

const PdfPage = ({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDrawn = useRef(false)
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const [error, setError] = useState<Error>()
  const isNear = entry?.isIntersecting === true
  useEffect(() => {
    if (!isNear || isDrawn.current || !canvas.current) return
    isDrawn.current = true
    drawPage(pdf, number, canvas.current).catch(setError)
  }, [isNear, pdf, number])
  return (
    <div ref={ref} className={classes.sheet}>
      {error ? (
        <ErrorState error={error} />
      ) : (
        <canvas ref={canvas} className={classes.canvas} role="img" aria-label={`Page ${number}`} />
      )}
    </div>
  )
}

// biome-ignore lint/style/noDefaultExport: React.lazy loads a default export.
export default PdfView
