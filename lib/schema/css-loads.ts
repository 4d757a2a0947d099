/// <reference path="./css-tree.d.ts" />
import { tokenize, tokenTypes } from 'css-tree/tokenizer'
import { ident, string, url } from 'css-tree/utils'

/**
 * Returns whether CSS imports a style sheet or loads anything but `data:` URLs. Fragments such as `url(#gradient)` load nothing. Works on tokens: it reads comments,
 * escapes and upper case as a browser does, in time linear in the text, and it also holds for the value of a single property.
 */
export const cssLoads = (css: string): boolean => {
  const scan: Scan = { functions: [], isUrlNext: false }
  let loads = false
  tokenize(css, (type, start, end) => {
    loads ||=
      type !== WhiteSpace && type !== Comment && tokenLoads(scan, { type, text: css.slice(start, end) })
  })
  return loads
}

/** Returns whether a URL loads nothing. The URL parser removes tabs and line breaks anywhere, and leading spaces. */
export const isDataUrl = (reference: string): boolean =>
  reference
    .replace(/[\t\n\r]/g, '')
    .trimStart()
    .slice(0, 5)
    .toLowerCase() === 'data:'

const { AtKeyword, Comment, Function: FunctionName, LeftParenthesis, RightParenthesis } = tokenTypes
const { String: Quoted, Url, WhiteSpace } = tokenTypes

interface Token {
  type: number
  text: string
}

interface Scan {
  /** Names of the functions that are open; parentheses have none. */
  functions: string[]
  /** The next token is the string of a `url()`. */
  isUrlNext: boolean
}

const tokenLoads = (scan: Scan, token: Token): boolean => {
  const wasUrlNext = scan.isUrlNext
  scan.isUrlNext = false
  if (token.type === RightParenthesis) scan.functions.pop()
  if (token.type === LeftParenthesis) scan.functions.push('')
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
  scan.functions.push(name)
  scan.isUrlNext = name === 'url' || name === 'src'
  return isVariable
}

const nameOf = (text: string): string => ident.decode(text).toLowerCase()

/** Functions that take a string as a URL. */
const imageFunctions = new Set(['image', 'image-set', 'cross-fade'])

/** Strings in `type("image/png")` are not URLs. */
const isImage = ({ functions }: Scan): boolean =>
  functions.at(-1) !== 'type' && functions.some((name) => imageFunctions.has(name.replace('-webkit-', '')))

const isAllowed = ({ type, text }: Token): boolean => {
  if (type === RightParenthesis) return true
  if (type !== Quoted && type !== Url) return false
  const reference = type === Url ? url.decode(text) : string.decode(text)
  return isDataUrl(reference) || reference === '' || reference.startsWith('#')
}
