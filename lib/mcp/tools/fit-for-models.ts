import { viewportOf } from '../../schema/fields/viewport.ts'

/**
 * Models scale larger images down before they read them: Claude to 1,568 pixels on the long side
 * (https://docs.claude.com/en/docs/build-with-claude/vision#evaluate-image-size), GPT to 2,048
 * (https://platform.openai.com/docs/guides/images-vision#calculating-costs). More pixels cost time and show no more.
 */
export const modelSideMax = 1568

type Options = Readonly<Record<string, unknown>>

/** With these, the size of the image follows from the page or from other sides than the viewport's. */
const otherRegions = [
  'full_page',
  'selector',
  'capture_beyond_viewport',
  'clip_x',
  'clip_y',
  'clip_width',
  'clip_height',
]

/**
 * Returns the parameters that fit the image for models, none if it fits anyway: the API would enlarge it. An image whose size depends on
 * the page is always fitted.
 */
export const fitForModels = (options: Options): Options => {
  if (options['image_width'] !== undefined || options['image_height'] !== undefined) return {}
  const { width, height, deviceScaleFactor } = viewportOf(options)
  const fits = Math.max(width, height) * deviceScaleFactor <= modelSideMax
  return fits && !otherRegions.some((name) => options[name])
    ? {}
    : { image_width: modelSideMax, image_height: modelSideMax }
}
