// @types/css-tree describes the package's main entry alone, which brings its whole dictionary of properties.
declare module 'css-tree/tokenizer' {
  export { tokenize, tokenTypes } from 'css-tree'
}

declare module 'css-tree/utils' {
  export { ident, string, url } from 'css-tree'
}
