import { expect } from 'vitest'
import { decodeImage, isNear } from '../render/image.ts'

/** A page on which every in-page function has something to do. */
export const busyPage = `<!doctype html><title>Busy</title><style>body{margin:0}section{height:700px}.bar{position:fixed;top:0;height:40px;width:100%;background:#00f}#banner{position:fixed;bottom:0;height:99px;width:100%;background:#f00}</style>
<div class="bar"></div><div id="banner">We use cookies</div><section style="background:#0a0"><h1 style="margin:0">Light</h1></section><section style="background:#aa0"><img loading="lazy" width="40" height="40" src="/capture/none.png"></section><section id="last" style="background:#0aa"></section>
<button onclick="document.querySelector('#last').style.background='#a0a'" style="position:absolute;top:60px">go</button>`

/** Options that give every in-page function of an operation something to do. */
export const busyOptions = {
  block_annoyance: ['cookies_banner', 'ads', 'tracking'],
  wait_for_selector: '#last',
  styles: '#last{outline:0}',
  scripts: 'document.title="Done"',
  metadata_title: true,
  metadata_icon: true,
  metadata_fonts: true,
  metadata_report: true,
}

export const visitor = { hide_selectors: ['.bar'], click_selector: 'button' }
export const wholePage = { ...visitor, format: 'png', full_page: true, full_page_scroll: true }

export const assertWholePage = async (body: Buffer) => {
  const image = await decodeImage(body)
  expect([image.width, image.height]).toEqual([1280, 2100])
  expect(isNear(image.at(900, 20), [0, 170, 0])).toBe(true)
  expect(isNear(image.at(900, 1000), [170, 170, 0])).toBe(true)
  expect(isNear(image.at(900, 2000), [170, 0, 170])).toBe(true)
}
