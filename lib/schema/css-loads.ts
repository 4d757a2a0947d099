/// <reference path="./css-tree.d.ts" />
import { tokenize, tokenTypes } from 'css-tree/tokenizer'
import { ident, string, url } from 'css-tree/utils'

/** Deeper than any style sheet. Chromium's renderer crashes on 20,000 levels. */
const depthMax = 100

/**
 * Returns whether CSS `loads` anything but `data:` URLs (an imported style sheet counts), nests blocks or functions too `deep`, or
 * neither. Fragments such as `url(#gradient)` load nothing. Works on tokens: it reads comments, escapes and upper case as a browser
 * does, in time linear in the text, and it also holds for the value of a single property.
 */
export const cssFault = (css: string): 'loads' | 'deep' | undefined => {
  const scan: Scan = { functions: [], imageFunctions: 0, blocks: 0, isUrlNext: false }
  let fault: 'loads' | 'deep' | undefined
  tokenize(css, (type, start, end) => {
    if (fault !== undefined || type === WhiteSpace || type === Comment) return
    if (tokenLoads(scan, { type, text: css.slice(start, end) })) fault = 'loads'
    else if (scan.functions.length + countBlocks(scan, type) > depthMax) fault = 'deep'
  })
  return fault
}

const countBlocks = (scan: Scan, type: number): number => {
  if (type === LeftCurlyBracket || type === LeftSquareBracket) scan.blocks++
  if (type === RightCurlyBracket || type === RightSquareBracket) scan.blocks = Math.max(0, scan.blocks - 1)
  return scan.blocks
}

/** Returns whether a URL loads nothing. The URL parser removes tabs and line breaks anywhere, and leading spaces. */
export const isDataUrl = (reference: string): boolean =>
  reference
    .replace(/[\t\n\r]/g, '')
    .trimStart()
    .slice(0, 5)
    .toLowerCase() === 'data:'

const { AtKeyword, Comment, Function: FunctionName, LeftParenthesis, RightParenthesis } = tokenTypes
const { LeftCurlyBracket, LeftSquareBracket, RightCurlyBracket, RightSquareBracket } = tokenTypes
const { String: Quoted, Url, WhiteSpace } = tokenTypes

interface Token {
  type: number
  text: string
}

interface Scan {
  /** Names of the functions that are open; parentheses have none. */
  functions: string[]
  /** How many of them take a string as a URL. */
  imageFunctions: number
  /** How many curly and square brackets are open. */
  blocks: number
  /** The next token is the string of a `url()`. */
  isUrlNext: boolean
}

const tokenLoads = (scan: Scan, token: Token): boolean => {
  const wasUrlNext = scan.isUrlNext
  scan.isUrlNext = false
  if (token.type === RightParenthesis) close(scan)
  if (token.type === LeftParenthesis) open(scan, '')
  if (token.type === FunctionName) return wasUrlNext || functionLoads(scan, token.text)
  if (wasUrlNext || token.type === Url) return !isAllowed(token)
  // The style sheet of a `data:` URL could import others.
  if (token.type === AtKeyword) return nameOf(token.text) === '@import'
  return token.type === Quoted && isImage(scan) && !isAllowed(token)
}

const functionLoads = (scan: Scan, text: string): boolean => {
  const name = nameOf(text.slice(0, -1))
  // A variable may hold the string that the function takes as a URL.
  const isVariable = isImage(scan) && (name === 'var' || name === 'attr' || name === 'env')
  open(scan, name)
  scan.isUrlNext = name === 'url' || name === 'src'
  return isVariable
}

const open = (scan: Scan, name: string) => {
  scan.functions.push(name)
  if (takesImage(name)) scan.imageFunctions++
}

const close = (scan: Scan) => {
  const name = scan.functions.pop()
  if (name !== undefined && takesImage(name)) scan.imageFunctions--
}

const nameOf = (text: string): string => ident.decode(text).toLowerCase()

/** Functions that take a string as a URL. */
const imageFunctions = new Set(['image', 'image-set', 'cross-fade'])

const takesImage = (name: string): boolean => imageFunctions.has(name.replace('-webkit-', ''))

/** The strings in `type("image/png")` are not URLs. */
const isImage = ({ functions, imageFunctions }: Scan): boolean =>
  functions.at(-1) !== 'type' && imageFunctions > 0

const isAllowed = ({ type, text }: Token): boolean => {
  if (type === RightParenthesis) return true
  if (type !== Quoted && type !== Url) return false
  const reference = type === Url ? url.decode(text) : string.decode(text)
  return isDataUrl(reference) || reference === '' || reference.startsWith('#')
}
