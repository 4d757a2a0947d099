import type { Parameter } from '../../../lib/schema/parameters.ts'

/** Words that people look for, and that the documentation of the parameter does not have. */
export const synonyms: Readonly<Record<string, string>> = {
  actions: 'login sign in click type form submit',
  authorization: 'login password basic auth bearer token',
  block_annoyance: 'ad blocker gdpr consent popups',
  block_requests: 'ad blocker',
  block_ressources: 'resources',
  cache_ttl: 'expire lifetime',
  cookies: 'login session signed in',
  dark_mode: 'theme night color scheme',
  delay: 'sleep pause',
  device_scale_factor: 'hidpi dpr resolution',
  fail_if_blank: 'white empty',
  full_page: 'entire long whole scroll',
  full_page_scroll: 'lazy loading infinite',
  headers: 'login token',
  hide_selectors: 'remove element',
  image_height: 'thumbnail resize',
  image_width: 'thumbnail resize',
  ip_location: 'country geo vpn',
  local_storage: 'login token',
  mask_selectors: 'redact blur privacy',
  pdf_footer_template: 'page numbers',
  pdf_header_template: 'page numbers',
  scripts: 'javascript inject',
  styles: 'css inject',
  timezone: 'clock date',
  user_agent: 'bot browser',
  viewport_device: 'phone tablet responsive',
  viewport_mobile: 'phone responsive',
  wait_until: 'network idle',
}

const toWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Returns how far down in the documentation of a parameter a word begins another: 0 is its name. -1 if nowhere. */
const depthOf = ({ name, schema }: Parameter, word: string): number =>
  [
    name,
    schema.title,
    synonyms[name] ?? '',
    (schema.items?.enum ?? schema.enum ?? []).join(' '),
    schema.description,
  ].findIndex((text) => toWords(text).some((known) => known.startsWith(word)))

/** Returns the parameters in which every word of the search occurs, the best matches first. */
export const searchParameters = (parameters: readonly Parameter[], search: string): Parameter[] => {
  const words = toWords(search)
  return parameters
    .map((parameter) => ({ parameter, depths: words.map((word) => depthOf(parameter, word)) }))
    .filter(({ depths }) => !depths.includes(-1))
    .map(({ parameter, depths }) => ({ parameter, depth: depths.reduce((sum, depth) => sum + depth, 0) }))
    .sort((first, second) => first.depth - second.depth)
    .map(({ parameter }) => parameter)
}
