/// <reference lib="dom" />

/** Returns whether the document can be drawn. Chromium draws an HTML document when its body or its frames begin, and others always. */
export const hasBody = (): boolean => document.contentType !== 'text/html' || document.body !== null
