import { useData } from 'vitepress'
import { defineComponent, h, ref } from 'vue'

/** "Copy page" and a link to the page as Markdown, for agents and notes. */
export const PageTools = defineComponent(() => {
  const { page } = useData()
  const label = ref('Copy page')
  const say = (text: string) => {
    label.value = text
    setTimeout(() => {
      label.value = 'Copy page'
    }, 2000)
  }
  const copy = async () => {
    const response = await fetch(`/${page.value.relativePath}`)
    if (!response.ok) throw new Error(`The page returned ${response.status}.`)
    await navigator.clipboard.writeText(await response.text())
  }
  const onClick = () => {
    copy().then(
      () => say('Copied'),
      () => say('Could not copy'),
    )
  }
  return () =>
    h('section', { class: 'page-tools', 'aria-label': 'This page' }, [
      h('button', { type: 'button', onClick, 'aria-live': 'polite' }, label.value),
      h('a', { href: `/${page.value.relativePath}`, target: '_self' }, 'Markdown'),
    ])
})
