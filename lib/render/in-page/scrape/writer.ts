export type Writer = ReturnType<typeof createWriter>

/** Joins adjacent texts before they become nodes. Joining nodes afterwards takes quadratic time. */
export const createWriter = () => {
  let texts: string[] = []
  let target: Element | undefined
  const writer = {
    write(into: Element, text: string) {
      if (text === '') return
      if (into !== target) writer.flush()
      target = into
      texts.push(text)
    },
    append(into: Element, element: Element) {
      writer.flush()
      into.append(element)
    },
    /** Writes text whose line breaks are shown. */
    writeLines(into: Element, text: string) {
      for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
        if (index > 0) writer.append(into, into.ownerDocument.createElement('br'))
        writer.write(into, line)
      }
    },
    flush() {
      if (texts.length > 0) target?.append(texts.join(''))
      texts = []
    },
  }
  return writer
}
