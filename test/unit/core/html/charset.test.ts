import { expect, test } from 'vitest'
import { detectCharset } from '../../../../lib/core/html/charset.ts'

const html = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['that of the header', '<p>x', 'text/html; charset=Shift_JIS', 'shift_jis'],
  ['that of the header, quoted', '<p>x', 'text/html; charset="gbk"; x=1', 'gbk'],
  ['the header before the meta', '<meta charset=koi8-r>', 'text/html;charset=utf-8', 'utf-8'],
  [
    'the meta, where the header names none that exists',
    '<meta charset=koi8-r>',
    'text/html; charset=none',
    'koi8-r',
  ],
  ['the byte order mark before the header', '\xef\xbb\xbf<p>', 'text/html; charset=gbk', 'utf-8'],
  ['UTF-16 by its mark', '\xff\xfe<\x00', '', 'utf-16le'],
  ['UTF-16, big end first, by its mark', '\xfe\xff\x00<', '', 'utf-16be'],
  ['meta charset', '<!doctype html><meta charset="EUC-JP">', '', 'euc-jp'],
  ['meta http-equiv', '<meta http-equiv="Content-Type" content="text/html; charset=GB2312">', '', 'gbk'],
  [
    'meta, with its attributes the other way',
    '<META content="text/html; charset=windows-1251" http-equiv=content-type>',
    '',
    'windows-1251',
  ],
  ['not what a comment says', '<!-- <meta charset=koi8-r> --><meta charset=euc-kr>', '', 'euc-kr'],
  ['not what another meta mentions', '<meta name=description content="charset=koi8-r">', '', 'utf-8'],
  ['UTF-8 for a meta in ASCII that says UTF-16', '<meta charset=utf-16>', '', 'utf-8'],
  [
    'the next meta after one that does not exist',
    '<meta charset=nonsense><meta charset=gb18030>',
    '',
    'gb18030',
  ],
  ['that of an XML declaration', '<?xml version="1.0" encoding="koi8-r"?><html>', '', 'koi8-r'],
  ['UTF-8 for a retired encoding in the header', '<p>x', 'text/html; charset=iso-2022-kr', 'utf-8'],
  ['what browsers mean by ISO-8859-1', '<p>x', 'text/html; charset=ISO-8859-1', 'windows-1252'],
  ['UTF-8 where that is what it is', '<p>\xc3\xbc', '', 'utf-8'],
  ['unknown where it says nothing and is no UTF-8', '<p>\xfc', '', undefined],
])('the encoding of a document is %s', (_name, text, contentType, expected) => {
  expect(detectCharset(html(text), contentType)).toBe(expected)
})

test.each([
  ['shift_jis', [0x93, 0xfa, 0x96, 0x7b, 0xb1], '日本ｱ'],
  ['gb18030', [0xc4, 0xe3, 0x94, 0x39, 0xda, 0x33], '你💩'],
  ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
  ['utf-16le', [0x3c, 0x00, 0xfc, 0x00], '<ü'],
  ['utf-8', [0xef, 0xbb, 0xbf, 0xc3, 0xbc, 0xff], 'ü\ufffd'],
])('text is decoded: %s', (charset, bytes, expected) => {
  const encoding = detectCharset(Buffer.from(bytes), `text/html; charset=${charset}`)
  expect(new TextDecoder(encoding).decode(Uint8Array.from(bytes))).toBe(expected)
})
