// The parts that the dialogs of consent managers have in common.
export const text =
  '<p>We use cookies and similar technologies. Our partners store and access information on a device.</p>'
export const dark = 'position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:2147483644'
export const bar =
  'position:fixed;left:0;right:0;bottom:0;height:260px;background:#fdd;z-index:2147483645;padding:16px'

export const underlay = `<div style="${dark}"></div>`
export const box = (attributes: string, ...content: string[]) =>
  `<div ${attributes} style="${bar}">${text}${content.join('')}</div>`
export const button = (attributes: string, label: string) => `<button ${attributes}>${label}</button>`

/** Buttons that end the dialog. Their attribute is the only one that the vendors do not have. */
export const decline = (attributes: string, label: string) =>
  button(`${attributes} data-answer="reject"`, label)
export const accept = (attributes: string, label: string) =>
  button(`${attributes} data-answer="accept"`, label)
