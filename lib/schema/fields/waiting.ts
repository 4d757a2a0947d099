import * as z from 'zod'
import type { Rule } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import { selectorText } from '../selector-text.ts'

const { field, flag } = fieldsOf('waiting')

export const stable = flag(false, {
  title: 'Stable',
  description:
    'Repeats the capture until two captures in a row are equal, for at most 5 seconds, to avoid capturing a running animation. The text caret is hidden. If they never are, ' +
    '`waitsExpired` of `metadata_report` contains `stable`.',
  'x-extension': true,
})

const statuses = z
  .array(
    z
      .string()
      // The documentation and the cache key use lowercase.
      .toLowerCase()
      .regex(
        /^[1-5](?:[0-9]{2}|xx)$/,
        'must be a status from 100 to 599 or a class from 1xx to 5xx, such as 404 or 5xx',
      ),
  )
  .max(100)
  .default([])

const failure = z.boolean().default(false)

const text = z.string().min(1).max(1000).optional()

/** The longest `timeout` and `duration` of a request whose caller waits for the response. */
export const waitingSecondsMax = 30

const backgroundSecondsMax = 300

/** Returns the rule that only `async` permits more than what a caller can wait for. */
export const moreInBackground = <Name extends string>(
  name: Name,
  secondsMax: number,
): Rule<{ [Key in Name]: number } & { async: boolean }> => ({
  parameters: [name, 'async'],
  problemOf: ({ async: isAsync, [name]: seconds }) =>
    !isAsync && seconds > waitingSecondsMax
      ? `\`${name}\` is ${seconds}. It must be at most ${waitingSecondsMax}, or at most ${secondsMax} with \`async=true\`.`
      : undefined,
})

export const timeoutInBackground = moreInBackground('timeout', backgroundSecondsMax)

/** In the order of the reference. */
export const waitingShape = {
  wait_until: field(
    z
      .array(z.enum(['load', 'domcontentloaded', 'networkidle0', 'networkidle2']))
      .min(1)
      .max(20)
      .default(['domcontentloaded']),
    {
      title: 'Events',
      description:
        'Event or events to wait for before rendering: `load`, `domcontentloaded`, `networkidle0` (no connections for at least 500 ms), ' +
        '`networkidle2` (no more than 2 connections for at least 500 ms).',
      examples: [['load'], ['load', 'networkidle2']],
      'x-separator': ',',
    },
  ),
  wait_for_selector: field(selectorText.optional(), {
    title: 'Element',
    description:
      'CSS selector of an element that must be visible before rendering, also inside open shadow roots. Fails after `timeout`.',
    examples: ['#chart.ready'],
    'x-extension': true,
  }),
  wait_for_function: field(z.string().min(1).max(10_000).optional(), {
    title: 'Expression',
    description:
      'JavaScript expression that must become true before rendering, or a function that must return true. Fails after `timeout`.',
    examples: ['window.chartReady === true'],
    'x-extension': true,
    'x-private': true,
  }),
  delay: field(z.number().min(0).max(30).default(0), {
    title: 'Delay',
    description: 'Seconds to wait before rendering, after the events of `wait_until`.',
    examples: [2],
  }),
  timeout: field(z.number().min(1).max(backgroundSecondsMax).default(waitingSecondsMax), {
    title: 'Timeout',
    description: `Maximum number of seconds to wait for \`wait_until\`, \`wait_for_selector\`, \`wait_for_function\` and \`actions\`: at most ${waitingSecondsMax}, and with \`async\` at most ${backgroundSecondsMax}.`,
    examples: [10],
  }),
  on_timeout: field(z.enum(['error', 'capture']).default('error'), {
    title: 'On timeout',
    description:
      'What happens when `wait_until`, `wait_for_selector`, `wait_for_function` or an action takes longer than `timeout`: `error` fails with 400, `capture` renders the page as it is ' +
      'and names the parameter in the header `X-Service-Timeout` and in JSON. This result is not cached. A page that has not shown its document fails in any case.',
    examples: ['capture'],
    'x-extension': true,
  }),
  fail_on_status: field(statuses, {
    title: 'Fail on status',
    description:
      'HTTP statuses of the page, or classes such as `4xx`, for which the request fails with 400 instead of rendering the error page.',
    examples: [['404', '5xx']],
    'x-separator': ',',
    'x-extension': true,
  }),
  fail_on_request: field(statuses, {
    title: 'Fail on request',
    description:
      'HTTP statuses, or classes such as `5xx`, of the requests that the page makes before its capture: scripts, images, data. With one of them the request fails with 400.',
    examples: [['5xx']],
    'x-separator': ',',
    'x-extension': true,
  }),
  fail_on_failed_request: field(failure, {
    title: 'Fail on failed request',
    description:
      'Fails with 400 if a request that the page makes before its capture fails or returns a status from 400 to 599: scripts, styles, images, data, ' +
      'frames. Requests that the page cancels and those that `block_*` blocks do not count, nor does the status of the page itself (`fail_on_status`).',
    examples: [true],
    'x-extension': true,
  }),
  fail_on_console_error: field(failure, {
    title: 'Fail on console error',
    description:
      'Fails with 400 if the page reports an error before its capture: an uncaught exception, an unhandled rejection, or a call of `console.error`, in the page, its ' +
      'frames or its dedicated workers. The message of the response has the first one.',
    examples: [true],
    'x-extension': true,
  }),
  fail_if_text: field(text, {
    title: 'Fail if text',
    description:
      'Text with which the request fails with 400 if the page shows it, also in open shadow roots and frames of the same origin. Upper and lower case and white space make no difference.',
    examples: ['Something went wrong'],
    'x-extension': true,
  }),
  fail_if_missing_text: field(text, {
    title: 'Fail if text is missing',
    description:
      'Text without which the request fails with 400. Upper and lower case and white space make no difference.',
    examples: ['Add to basket'],
    'x-extension': true,
  }),
}

export const fail_if_blank = flag(false, {
  title: 'Fail if blank',
  description: 'Fails with 400 if all pixels of the image have the same color.',
  'x-extension': true,
})
