import * as z from 'zod'

/** What of the page a result lacks, and why. An empty list says that nothing is missing that the page showed. */
export const incomplete = z.array(
  z.strictObject({
    /**
     * `list`: rows of a list, or of a page that loads more without end. `frame`: the content of a frame. `section`: a part of a full page.
     * `scroll`: what the page shows while it is scrolled.
     */
    part: z.enum(['list', 'frame', 'section', 'scroll']),
    /**
     * `timeout`: the time of the request ended. `endless`: it goes on without end. `moving`: it did not come to rest. `limit`: there is more
     * than the service captures. `not_drawn`: the browser did not draw it. `different`: it is not as the page shows it.
     */
    reason: z.enum(['timeout', 'endless', 'moving', 'limit', 'not_drawn', 'different']),
  }),
)

export type Incomplete = z.output<typeof incomplete>[number]
