/// <reference types="vite/client" />
import { onContentUpdated, type Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import demoImage from '../../images/demo.webp'
import { fillBaseUrl } from './base-url.ts'
import { syncCodeTabs } from './code-tabs.ts'
import { PageTools } from './page-tools.ts'
import './style.css'

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-image': () =>
        h('img', {
          class: 'result',
          src: demoImage,
          width: 1280,
          height: 1080,
          alt: 'A page with a lighthouse, rendered by Stillframe',
        }),
      'doc-before': () => h(PageTools),
    }),
  setup() {
    onContentUpdated(() => {
      fillBaseUrl()
      syncCodeTabs()
    })
  },
} satisfies Theme
