import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The functions of HarfBuzz's subsetter that are called here. Pointers into its memory are numbers. */
interface Subsetter {
  memory: WebAssembly.Memory
  _initialize(): void
  malloc(bytes: number): number
  free(pointer: number): void
  hb_blob_create(data: number, bytes: number, mode: number, userData: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_keep_everything(input: number): void
  hb_subset_input_get_flags(input: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_set(input: number, type: number): number
  hb_subset_or_fail(face: number, input: number): number
}

// Values of hb.h and hb-subset.h: https://harfbuzz.github.io/harfbuzz-hb-subset.html
const readOnlyMemory = 1
const noHinting = 1
const droppedTables = 3
const svgTable = Buffer.from('SVG ').readUInt32BE()

/** Returns a function that shrinks fonts one after the other. */
export const createFontShrinker = async () => {
  const path = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(path))
  const hb = instance.exports as unknown as Subsetter
  hb._initialize()

  const faceOf = (font: Buffer, data: number) => {
    new Uint8Array(hb.memory.buffer).set(font, data)
    const blob = hb.hb_blob_create(data, font.length, readOnlyMemory, 0, 0)
    const face = hb.hb_face_create(blob, 0)
    hb.hb_blob_destroy(blob)
    return face
  }

  const everythingDrawn = () => {
    const input = hb.hb_subset_input_create_or_fail()
    hb.hb_subset_input_keep_everything(input)
    hb.hb_subset_input_set_flags(input, hb.hb_subset_input_get_flags(input) | noHinting)
    hb.hb_set_add(hb.hb_subset_input_set(input, droppedTables), svgTable)
    return input
  }

  const bytesOf = (face: number) => {
    const blob = hb.hb_face_reference_blob(face)
    const start = hb.hb_blob_get_data(blob, 0)
    const bytes = Buffer.from(new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length(blob)))
    hb.hb_blob_destroy(blob)
    return bytes
  }

  /**
   * Returns the font without what Chromium never reads: its hints, because hinting is off (`--font-render-hinting=none` and
   * fonts.conf), and the table `SVG `, because emoji are drawn from the table `COLR`. Every character and glyph stays.
   *
   * @throws Error if HarfBuzz cannot read the font
   */
  return (font: Buffer): Buffer => {
    const data = hb.malloc(font.length)
    const face = faceOf(font, data)
    const input = everythingDrawn()
    const shrunk = hb.hb_subset_or_fail(face, input)
    if (shrunk === 0) throw new Error('HarfBuzz cannot read the font.')
    const bytes = bytesOf(shrunk)
    hb.hb_face_destroy(shrunk)
    hb.hb_subset_input_destroy(input)
    hb.hb_face_destroy(face)
    hb.free(data)
    return bytes
  }
}
