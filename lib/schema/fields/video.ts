import * as z from 'zod'
import type { Rule } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import { moreInBackground } from './waiting.ts'

const { field, flag } = fieldsOf('video')

const forScroll = 'For `scenario=scroll`.'

const milliseconds = z.int().min(0)

/** The longest video, in seconds. */
const durationMax = 120

export const durationInBackground = moreInBackground('duration', durationMax)

/** In the order of the reference. */
export const videoShape = {
  format: field(z.enum(['mp4', 'mov', 'webm', 'avi', 'gif']).default('mp4'), {
    title: 'Format',
    description: 'Format of the video: H.264 in `mp4`, `mov` and `avi`, VP9 in `webm`.',
    examples: ['webm', 'gif'],
  }),
  duration: field(z.number().min(1).max(durationMax).default(5), {
    title: 'Duration',
    description: `Length of the video in seconds, at most 30, and with \`async\` at most ${durationMax}. The video has exactly \`duration\` times \`fps\` frames, rounded.`,
    examples: [10],
  }),
  fps: field(z.int().min(1).max(60).optional(), {
    title: 'Frame rate',
    description: 'Frames per second. The default is 30, or 10 for `gif`.',
    examples: [60],
    'x-extension': true,
  }),
  record_from: field(z.enum(['ready', 'load']).default('ready'), {
    title: 'Start',
    description:
      'Where the video begins. `ready`: after the waits, when consent is handled and the page has settled. `load`: with the first paint of the page, with its entrance animations and with what loads visible. `delay` then counts from the first paint.',
    examples: ['load'],
    'x-extension': true,
  }),
  scenario: field(z.enum(['video', 'scroll']).default('video'), {
    title: 'Scenario',
    description: '`video` records the page without scrolling. `scroll` scrolls down step by step.',
    examples: ['scroll'],
  }),
  scroll_by_amount: field(z.int().min(0).default(1000), {
    title: 'Step',
    description: `CSS pixels per step. The last step covers the rest. ${forScroll}`,
    examples: [600],
  }),
  scroll_by_delay: field(milliseconds.default(500), {
    title: 'Pause between steps',
    description: `Milliseconds between steps. ${forScroll}`,
    examples: [250],
  }),
  scroll_by_duration: field(milliseconds.default(1500), {
    title: 'Time of all steps',
    description: `Total duration in milliseconds of all steps down, without the pauses. Each step takes a share proportional to its distance. Scrolling back takes as long, or the rest of the video if that is shorter. ${forScroll}`,
    examples: [800],
  }),
  scroll_back: flag(true, {
    title: 'Scroll back',
    description: `Scrolls back to the top after reaching the bottom. ${forScroll}`,
  }),
  scroll_back_delay: field(milliseconds.default(800), {
    title: 'Pause at the bottom',
    description: `Milliseconds before scrolling back. ${forScroll}`,
    examples: [0],
  }),
  scroll_easing: field(
    z
      .enum([
        'linear',
        'ease_in_quad',
        'ease_out_quad',
        'ease_in_out_quad',
        'ease_in_cubic',
        'ease_out_cubic',
        'ease_in_out_cubic',
        'ease_in_quart',
        'ease_out_quart',
        'ease_in_out_quart',
        'ease_in_quint',
        'ease_out_quint',
        'ease_in_out_quint',
      ])
      .default('linear'),
    {
      title: 'Easing',
      description: `Easing function of each step. ${forScroll}`,
      examples: ['ease_in_out_cubic'],
    },
  ),
  show_pointer: flag(false, {
    title: 'Pointer',
    description: 'Shows a mouse pointer that moves to the elements of `actions` and marks its clicks.',
    'x-extension': true,
  }),
}

interface VideoActions {
  scenario: string
  show_pointer: boolean
  actions: readonly unknown[]
}

export const actionsInVideo: Rule<VideoActions> = {
  parameters: ['actions', 'scenario', 'show_pointer'],
  problemOf: ({ actions, scenario, show_pointer }) => {
    if (actions.length === 0)
      return show_pointer ? '`show_pointer` requires `actions`, because only they move the mouse.' : undefined
    return scenario === 'scroll'
      ? '`actions` cannot be combined with `scenario=scroll`. The action `scroll` scrolls the page.'
      : undefined
  },
}

const startsEarlier = 'The video begins with the first paint. `delay` starts it later.'

/** What these do in a page before it is ready would happen during the video. */
const refusedFromLoad = {
  wait_for_selector: startsEarlier,
  wait_for_function: startsEarlier,
  scroll_into_view: 'The action `scroll` scrolls the page during the video.',
  click_selector: 'The action `click` clicks during the video.',
  scripts: 'The scripts of `init_scripts` run before those of the page.',
}

type FromLoad = { record_from: string; wait_until: readonly string[] } & {
  [Name in keyof typeof refusedFromLoad]?: string | undefined
}

export const fromLoad: Rule<FromLoad> = {
  parameters: ['record_from', 'wait_until', ...Object.keys(refusedFromLoad)],
  problemOf({ record_from, wait_until, ...options }) {
    if (record_from !== 'load') return undefined
    if (wait_until.some((moment) => moment !== 'domcontentloaded'))
      return refused('wait_until', startsEarlier)
    const given = Object.entries(refusedFromLoad).find(([name]) => options[name as keyof typeof options])
    return given && refused(...given)
  },
}

const refused = (parameter: string, reason: string) =>
  `\`${parameter}\` cannot be combined with \`record_from=load\`. ${reason}`

/** Browsers display a frame delay of a hundredth of a second as a tenth. */
const gifFpsMax = 50

export const gifRate: Rule<{ format: string; fps?: number | undefined }> = {
  parameters: ['fps', 'format'],
  problemOf: ({ format: name, fps: rate = 0 }) =>
    name === 'gif' && rate > gifFpsMax
      ? `\`fps\` is ${rate}. It must be at most ${gifFpsMax} for \`format=gif\`.`
      : undefined,
}
