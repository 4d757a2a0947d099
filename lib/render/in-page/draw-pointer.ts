/// <reference lib="dom" />

/**
 * Shows a mouse pointer above the page.
 *
 * @param pressedMs time since the button was last pressed
 */
export const drawPointer = (x: number, y: number, pressedMs: number): void => {
  const memory = globalThis as { stillframePointer?: { host: HTMLElement; ring: HTMLElement } }
  const ringMs = 450
  const set = (element: HTMLElement | SVGElement, styles: Record<string, string>) => {
    for (const [name, value] of Object.entries(styles))
      unclobbered(element).style.setProperty(name, value, 'important')
  }
  const create = () => {
    const host = document.createElement('div')
    set(host, {
      all: 'initial',
      position: 'fixed',
      left: '0',
      top: '0',
      'z-index': '2147483647',
      'pointer-events': 'none',
    })
    const ring = document.createElement('div')
    set(ring, {
      position: 'absolute',
      width: '40px',
      height: '40px',
      margin: '-20px 0 0 -20px',
      'border-radius': '50%',
      background: 'rgb(66 133 244 / 55%)',
    })
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    for (const [name, value] of [
      ['width', '24'],
      ['height', '32'],
      ['viewBox', '0 0 24 32'],
    ] as const)
      svg.setAttribute(name, value)
    const arrow = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    arrow.setAttribute('d', 'M1 1v24l6-6 4 9.5 4-1.7-4-9.3h8.5z')
    arrow.setAttribute('fill', '#111')
    arrow.setAttribute('stroke', '#fff')
    arrow.setAttribute('stroke-width', '1.5')
    set(svg, { position: 'absolute', left: '-1px', top: '-1px' })
    svg.append(arrow)
    host.attachShadow({ mode: 'closed' }).append(ring, svg)
    return { host, ring }
  }
  memory.stillframePointer ??= create()
  const { host, ring } = memory.stillframePointer
  // A page can replace all of its content.
  const root = document.documentElement
  if (root && !unclobbered(host).isConnected) unclobbered(root).append(host)
  set(host, { transform: `translate(${x}px, ${y}px)` })
  const progress = Math.min(1, pressedMs / ringMs)
  set(ring, { opacity: String(1 - progress), transform: `scale(${0.3 + 0.7 * progress})` })
}
