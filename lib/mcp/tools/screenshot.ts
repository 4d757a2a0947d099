import * as z from 'zod'
import { pageUrl } from '../../schema/fields/source.ts'
import { ScreenshotOptions } from '../../schema/screenshot.ts'
import {
  defineTool,
  describePage,
  fromApi,
  otherOptions,
  pageMetadata,
  readsTheWeb,
  textContent,
} from '../tool.ts'
import { fitForModels, modelSideMax } from './fit-for-models.ts'

const { full_page, selector, viewport_width, viewport_height, dark_mode, wait_for_selector, delay } =
  ScreenshotOptions.shape

export const screenshot = defineTool({
  name: 'screenshot',
  title: 'Take a screenshot',
  description: `Renders a web page in a real browser and returns an image of it, at most ${modelSideMax} pixels per side. Shows the top of the page by default (1280x1080 CSS pixels). With full_page a long page becomes narrow and hard to read: use selector or read_page instead. Uses one render of the quota.`,
  input: z.strictObject({
    url: fromApi(pageUrl),
    full_page: fromApi(full_page),
    selector: fromApi(selector),
    viewport_width: fromApi(viewport_width),
    viewport_height: fromApi(viewport_height),
    viewport_device: z
      .string()
      .optional()
      .describe('Emulates a device, for example iphone_13_pro_max. The ids are listed by GET /v1/devices.'),
    dark_mode: fromApi(dark_mode),
    wait_for_selector: fromApi(wait_for_selector),
    delay: fromApi(delay),
    options: otherOptions('screenshot'),
  }),
  annotations: readsTheWeb,
  async run({ options, ...given }, api) {
    const wanted = { format: 'webp', ...pageMetadata, metadata_image_size: true, ...given, ...options }
    const { contentType, headers, body } = await api.send('POST', '/v1/screenshot', {
      ...fitForModels(wanted),
      ...wanted,
    })
    if (!contentType.startsWith('image/')) return { content: [textContent(body.toString())] }
    const size = headers.get('x-service-metadata-image-size')
    return {
      content: [
        { type: 'image', data: body.toString('base64'), mimeType: contentType },
        textContent(`Image: ${size} pixels, ${body.length} bytes. ${describePage(headers)}`.trim()),
      ],
    }
  },
})
