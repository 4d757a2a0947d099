/// <reference types="vite/client" />
import { onContentUpdated, type Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import { fillBaseUrl } from './base-url.ts'
import { syncCodeTabs } from './code-tabs.ts'
import { PageTools } from './page-tools.ts'
import { carryCalls } from './playground-links.ts'
import { TryIt } from './try-it.ts'
import './style.css'

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-after': () => h(TryIt),
      'doc-before': () => h(PageTools),
    }),
  setup() {
    onContentUpdated(() => {
      fillBaseUrl()
      syncCodeTabs()
      carryCalls()
    })
  },
} satisfies Theme
