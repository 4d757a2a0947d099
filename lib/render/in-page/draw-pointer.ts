import { force, treeOf, unclobbered } from './dom.ts'
import { state } from './state.ts'

/**
 * Shows a mouse pointer above the page, including its dialogs, popovers and fullscreen elements.
 *
 * @param pressedMs time since the button was last pressed
 */
export const drawPointer = (x: number, y: number, pressedMs: number): void => {
  const ringMs = 450
  const draw = (name: string, attributes: Record<string, string>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name) as SVGElement
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
    return element
  }
  const create = () => {
    const host = document.createElement('div')
    const layer = document.createElement('div')
    const ring = document.createElement('div')
    force(host, { all: 'initial', position: 'fixed' })
    // In the top layer, and without an effect on other popovers. In a shadow root, the page receives none of its events.
    layer.popover = 'manual'
    force(layer, { all: 'initial', position: 'fixed', left: '0', top: '0', 'pointer-events': 'none' })
    force(ring, {
      position: 'absolute',
      width: '40px',
      height: '40px',
      margin: '-20px 0 0 -20px',
      'border-radius': '50%',
      background: 'rgb(66 133 244 / 55%)',
    })
    const svg = draw('svg', { width: '24', height: '32', viewBox: '0 0 24 32' })
    const shape = 'M1 1v24l6-6 4 9.5 4-1.7-4-9.3h8.5z'
    svg.append(draw('path', { d: shape, fill: '#111', stroke: '#fff', 'stroke-width': '1.5' }))
    force(svg, { position: 'absolute', left: '-1px', top: '-1px' })
    layer.append(ring, svg)
    host.attachShadow({ mode: 'closed' }).append(layer)
    return { host, layer, ring }
  }
  state.pointer ??= create()
  const { host, layer, ring } = state.pointer
  // A page can replace all of its content.
  const root = document.documentElement
  if (root && !treeOf(host).isConnected) unclobbered(root).append(host)
  // The element of the top layer that was opened last is above the others.
  if (layer.matches(':popover-open')) layer.hidePopover()
  layer.showPopover()
  force(layer, { transform: `translate(${x}px, ${y}px)` })
  const progress = Math.min(1, pressedMs / ringMs)
  force(ring, { opacity: String(1 - progress), transform: `scale(${0.3 + 0.7 * progress})` })
}
