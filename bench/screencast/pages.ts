import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Point } from '../../test/support/render/video-reader.ts'

const bits = 16
const side = 24

/** The x coordinates of the centers of the frame counter's bits. */
export const counterPoints: Point[] = Array.from({ length: bits }, (_, bit) => [
  bit * side + side / 2,
  side / 2,
])

export const readCount = (pixels: readonly (readonly number[])[]): number =>
  pixels.reduce((sum, [red = 0], bit) => sum + (red > 127 ? 2 ** bit : 0), 0)

const head = `<!doctype html><meta charset="utf-8"><style>body{margin:0;font:16px/1.5 sans-serif}.bits{display:flex}.bits i{width:${side}px;height:${side}px;background:#000}main{columns:3;padding:16px}.box{margin-top:40px;width:120px;height:120px;background:#c33;animation:m 2s linear infinite}@keyframes m{to{transform:translateX(1000px) rotate(1turn)}}</style><div class="bits">${'<i></i>'.repeat(bits)}</div>`

const text = `<main>${'The tide had turned by the time the keeper wrote the last line of the log. '.repeat(160)}</main>`

const count = (schedule: string) =>
  `<script>const bits=[...document.querySelectorAll('i')];let frames=0;const show=()=>{frames++;bits.forEach((bit,i)=>{bit.style.background=frames>>i&1?'#fff':'#000'})};${schedule}</script>`

const pages: Record<string, string> = {
  /** Counts its frames, moves elements, and draws on a canvas. */
  '/busy': `${head}<div class="box"></div><canvas width="1200" height="300"></canvas>${text}${count("const pen=document.querySelector('canvas').getContext('2d');(function draw(){show();pen.clearRect(0,0,1200,300);pen.beginPath();for(let x=0;x<1200;x+=4)pen.lineTo(x,150+120*Math.sin(x/60+frames/20));pen.stroke();requestAnimationFrame(draw)})()")}`,
  /** Changes once a second. */
  '/resting': `${head}${text}${count('setInterval(show,1000)')}`,
}

/** Serves the pages on a free port of 127.0.0.1. */
export const startVideoPages = async () => {
  const server = createServer(({ url = '' }, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[url] ?? ''),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: (name: 'busy' | 'resting') => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
