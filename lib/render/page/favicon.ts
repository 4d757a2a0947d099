import type { CDPSession } from 'puppeteer-core'
import type { MainDocument } from './main-document.ts'

/** Returns the URL of the icon that browsers request by default, or undefined for a page that is not from the web. */
const faviconUrl = (pageUrl: string): string | undefined =>
  /^https?:/.test(pageUrl) ? new URL('/favicon.ico', pageUrl).href : undefined

/** Returns whether a response is an image. Servers without a type for `.ico` send it as bytes. */
const isImage = (status: number, contentType = 'application/octet-stream'): boolean =>
  status >= 200 && status < 300 && /^\s*(image\/|application\/octet-stream)/i.test(contentType)

/**
 * Returns the URL of the page's `/favicon.ico` if the site has one. The browser requests it in the page's context, so
 * it goes through the render's egress. The caller sets the deadline.
 */
export const findFavicon = async (
  cdp: Pick<CDPSession, 'send'>,
  { frameId, url: pageUrl }: Pick<MainDocument, 'frameId' | 'url'>,
): Promise<string | undefined> => {
  const url = faviconUrl(pageUrl())
  if (url === undefined) return undefined
  const { resource } = await cdp.send('Network.loadNetworkResource', {
    frameId,
    url,
    options: { disableCache: false, includeCredentials: true },
  })
  if (resource.stream) await cdp.send('IO.close', { handle: resource.stream })
  const type = Object.entries(resource.headers ?? {}).find(([name]) => /^content-type$/i.test(name))?.[1]
  return resource.success && isImage(resource.httpStatusCode ?? 0, type) ? url : undefined
}
