const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

/** Returns escaped text with `code` between backticks as elements. */
export const toProse = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

export const toAnchor = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
