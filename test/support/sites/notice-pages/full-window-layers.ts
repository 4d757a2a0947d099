const hostOf = (mode: string, content: string) =>
  `<x-app class="layer" style="display:block"></x-app><script>document.querySelector('x-app').attachShadow({ mode: '${mode}' }).innerHTML = ${JSON.stringify(content)}</script>`

/** Elements that fill the window beside a consent dialog, and are content. Each is a `.layer` with this name. */
export const layersThatStay: Record<string, string> = {
  'an app in an open shadow tree': hostOf('open', '<h1>Timetable</h1>'),
  'an app in a closed shadow tree': hostOf('closed', '<h1>Timetable</h1>'),
  'a plain element with a shadow tree': `<div class="layer"><template shadowrootmode="open"><h1>Timetable</h1></template></div>`,
  'a form': '<div class="layer"><form><input placeholder="Search"></form></div>',
  'an object': '<object class="layer" data="data:image/svg+xml,<svg/>"></object>',
  'pictures in styles':
    '<div class="layer"><div style="height:300px;background:url(data:image/png;base64,AAAA)"></div></div>',
  'a photo behind the page':
    '<div class="layer" style="z-index:-1;background:url(data:image/png;base64,AAAA)"></div>',
  'a photo': '<div class="layer" style="background-image:url(data:image/png;base64,AAAA)"></div>',
  'a gradient': '<div class="layer" style="background:linear-gradient(45deg, #f00, #00f8)"></div>',
  'a gradient behind the page':
    '<div class="layer" style="z-index:-1;background:linear-gradient(45deg, red, blue)"></div>',
  'a tint behind the page': '<div class="layer" style="z-index:-1"></div>',
  'an opaque color': '<div class="layer" style="background:#fff"></div>',
  'a text in styles':
    '<style>#styled::after { content: "Closed on Monday" }</style><div class="layer" id="styled"></div>',
  'blocks of color': '<div class="layer"><div style="width:200px;height:200px;background:#f00"></div></div>',
}

/** Layers that only dim the page. */
export const layersToHide: Record<string, string> = {
  'a color': '<div class="layer"></div>',
  'an opacity': '<div class="layer" style="background:#000;opacity:.5"></div>',
  'a blur': '<div class="layer" style="background:none;backdrop-filter:blur(4px)"></div>',
  'a blur and a color': '<div class="layer" style="background:#fff8;backdrop-filter:blur(4px)"></div>',
  'an empty child': '<div class="layer"><div></div></div>',
  'two layers': '<div class="layer"></div><div class="layer" style="z-index:1"></div>',
  'another color notation':
    '<div class="layer" style="background:color-mix(in oklab, #000 40%, transparent)"></div>',
}
