export const kinds = ['screenshot', 'full_page', 'pdf', 'html'] as const

/** What is rendered: 1280×1080 as JPEG of quality 80, the whole page as PNG, a PDF, or the page's HTML. */
export type Kind = (typeof kinds)[number]
