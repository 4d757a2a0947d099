/** Returns a name in the form that SST requires of components: `render-worker` -> `RenderWorker`. */
export const toComponentName = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase())
