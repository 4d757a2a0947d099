import { expect, test } from 'vitest'
import { recognizable } from '../../../../lib/core/requests/request-subject.ts'

const urlOf = (url: string) => recognizable({ kind: 'body', value: { url } })['url']

test.each([
  ['https://user:hush@shop.example/a@b', 'https://shop.example/a@b'],
  ['user:hush@shop.example/', '***@shop.example/'],
  ['ftp://user:hush@shop.example/', '***@shop.example/'],
  ['https%3A//user:hush@shop.example/', '***@shop.example/'],
  ['https:/user:hush@shop.example/', '***@shop.example/'],
  ['shop.example/pricing', 'shop.example/pricing'],
  [`https://${'hush'.repeat(200)}@shop.example/`, 'https://shop.example/'],
  ['https://us\ner:hu\nsh@shop.example/', '***@shop.example/'],
])('the log of a request with the URL %j has no password', (given, expected) => {
  expect(urlOf(given)).toBe(expected)
})
