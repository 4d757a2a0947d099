import { computed, defineComponent, h, onMounted, ref, type VNode } from 'vue'
import { sampleLanguages, toCodeSample } from '../../../web/src/samples/code-samples.ts'
import { demoUrl } from '../../../web/src/shared/demo-page.ts'
import { withScheme } from '../../../web/src/shared/with-scheme.ts'
import demoImage from '../../images/demo.webp'
import { writtenBaseUrl } from './base-url.ts'

interface Result {
  src: string
  alt: string
  /** What the line below the image says. */
  text: string
}

const demoResult = (text: string): Result => ({
  src: demoImage,
  alt: 'The demo page, with a lighthouse, as Stillframe renders it',
  text,
})

/** Returns the image as a URL that the policy of the site allows. */
const toDataUrl = async (image: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(image)
  })

const renderPage = async (url: string): Promise<Result> => {
  const startedMs = performance.now()
  const response = await fetch(`/v1/try?${new URLSearchParams({ url })}`)
  if (response.status === 404)
    return demoResult('This service renders your page in the playground. Here is the demo page.')
  if (!response.ok) throw new Error(((await response.json()) as { message: string }).message)
  const image = await response.blob()
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const text = `WebP, ${Math.ceil(image.size / 1000)} KB, in ${seconds} s.`
  return { src: await toDataUrl(image), alt: `${url}, as Stillframe renders it`, text }
}

/** The code of the call in every language, in the form that VitePress gives to tabs. */
const codeTabs = (url: string, baseUrl: string): VNode =>
  h('div', { class: 'vp-code-group' }, [
    h(
      'div',
      { class: 'tabs' },
      sampleLanguages.flatMap((language, index) => [
        h('input', { type: 'radio', name: 'try', id: `try-${language}`, checked: index === 0 }),
        h('label', { for: `try-${language}`, 'data-title': language }, language),
      ]),
    ),
    h(
      'div',
      { class: 'blocks' },
      sampleLanguages.map((language, index) =>
        h('div', { class: index === 0 ? 'language-sh active' : 'language-sh' }, [
          h('button', { class: 'copy', title: 'Copy code' }),
          h('span', { class: 'lang' }),
          h('pre', { tabindex: 0 }, h('code', toSample(language, url, baseUrl))),
        ]),
      ),
    ),
  ])

const toSample = (language: (typeof sampleLanguages)[number], url: string, baseUrl: string) =>
  toCodeSample(language, {
    baseUrl,
    method: 'GET',
    path: '/v1/screenshot',
    parameters: { url, format: 'webp' },
    file: 'page.webp',
  })

/** What a visitor types, and what was rendered. */
const useRender = () => {
  const text = ref(demoUrl)
  const result = ref<Result>(demoResult('The demo page. Type another URL to see yours.'))
  const fault = ref<string>()
  const isBusy = ref(false)
  const url = computed(() => withScheme(text.value.trim()))
  const render = async () => {
    if (isBusy.value || url.value === '') return
    text.value = url.value
    isBusy.value = true
    fault.value = undefined
    try {
      result.value = await renderPage(url.value)
    } catch (error) {
      fault.value = (error as Error).message
    }
    isBusy.value = false
  }
  return { text, url, result, fault, isBusy, render }
}

type Render = ReturnType<typeof useRender>

const form = ({ text, isBusy, render }: Render): VNode =>
  h(
    'form',
    {
      onSubmit: (event: Event) => {
        event.preventDefault()
        void render()
      },
    },
    [
      h('input', {
        'aria-label': 'URL of a page',
        type: 'text',
        inputmode: 'url',
        autocapitalize: 'off',
        spellcheck: false,
        value: text.value,
        onInput: (event: Event) => {
          text.value = (event.target as HTMLInputElement).value
        },
      }),
      h(
        'button',
        { type: 'submit', 'aria-disabled': isBusy.value },
        isBusy.value ? 'Rendering…' : 'Take a screenshot',
      ),
    ],
  )

const figure = ({ result: { value }, fault, isBusy }: Render): VNode =>
  h('figure', { 'aria-busy': isBusy.value }, [
    h('img', { src: value.src, alt: value.alt, width: 1280, height: 1080, fetchpriority: 'high' }),
    h('figcaption', [h('span', { role: 'status' }, fault.value ?? value.text)]),
  ])

const playgroundLink = (url: string): VNode => {
  const search = new URLSearchParams({ operation: 'screenshot', url, format: 'webp' })
  return h('p', [
    h('a', { href: `/dashboard/playground?${search}`, target: '_self' }, 'Open in the playground'),
    ' with all parameters.',
  ])
}

/** A field for a URL, its image, and the code that makes it. */
export const TryIt = defineComponent(() => {
  const render = useRender()
  const baseUrl = ref(writtenBaseUrl)
  onMounted(() => {
    baseUrl.value = location.origin
  })
  return () =>
    h('section', { class: 'try-it vp-doc', 'aria-label': 'Try it' }, [
      form(render),
      h('div', { class: 'columns' }, [
        figure(render),
        h('div', { class: 'code' }, [
          codeTabs(render.url.value, baseUrl.value),
          playgroundLink(render.url.value),
        ]),
      ]),
    ])
})
