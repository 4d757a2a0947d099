import { expect, test } from 'vitest'
import { countWords, judgeNotice, type NoticeFacts } from '../../../../lib/render/in-page/consent/notice.ts'

const text = 'We use cookies to analyze our traffic.'

const facts = (overrides: Partial<NoticeFacts> = {}, ...labels: string[]): NoticeFacts => ({
  prose: text,
  controls: (labels.length > 0 ? labels : ['Accept all', 'Reject all']).map((label) => ({
    label,
    isLink: false,
  })),
  host: 'www.example.com',
  hasPassword: false,
  hasField: false,
  hasContent: false,
  isHeader: false,
  isOnlyContent: false,
  isPanel: false,
  isTopic: false,
  ...overrides,
})

test.each<[string, NoticeFacts, string]>([
  ['a text about cookies and a choice', facts(), 'evident'],
  ['no button', facts({ controls: [] }), 'none'],
  ['personal data and a choice', facts({ prose: 'We collect your personal data.' }), 'evident'],
  ['personal data and a button', facts({ prose: 'We collect your personal data.' }, 'OK'), 'none'],
  ['a policy that is named', facts({ prose: 'By signing up you accept our cookie policy.' }), 'none'],
  ['a cake', facts({ prose: 'We use butter for our cookies.' }), 'none'],
  ['a password', facts({ hasPassword: true }), 'none'],
  ['an age', facts({ prose: `Are you over 18? ${text}` }), 'none'],
  ['a field', facts({ hasField: true }), 'suspected'],
  ['a header', facts({ isHeader: true }), 'suspected'],
  ['nothing else on the page', facts({ isOnlyContent: true }), 'suspected'],
  ['a price', facts({ prose: `${text} Or pay 3 €.` }), 'suspected'],
  ['another button', facts({}, 'Accept all', 'Reject all', 'Subscribe'), 'suspected'],
  ['another topic', facts({ prose: `Join our newsletter. ${text}` }, 'Yes', 'No'), 'suspected'],
  ['a topic that the choice explains', facts({ prose: `${text} Necessary ones keep your cart.` }), 'evident'],
  [
    'a sentence about something else',
    facts({ prose: `Take part in our quiz today. ${text}` }, 'OK'),
    'suspected',
  ],
  ['a letter of another language', facts({ prose: `${text} The concert with Dvořák is over.` }), 'suspected'],
  ['a sentence in another script', facts({ prose: `${text} 本日は休館です。` }), 'suspected'],
  [
    'a language that is not read',
    facts({ prose: 'Vi använder kakor för att förbättra sidan.' }),
    'suspected',
  ],
  ['a report', facts({ prose: `${text} Your data was shared without your consent.` }), 'suspected'],
  ['a denial', facts({ prose: `${text} Access denied.` }, 'OK'), 'suspected'],
  ['a condition', facts({ prose: `${text} If you do not agree, you can continue.` }, 'OK'), 'evident'],
  ['cookies that are not used', facts({ prose: `${text} We do not use cookies for ads.` }), 'evident'],
  [
    'an unknown word',
    facts({ prose: `${text} You agree to our use of your data and the parents.` }),
    'suspected',
  ],
  ['an explanation of cookies', facts({ prose: 'A cookie is a file that websites use.' }, 'OK'), 'suspected'],
  ['a chat that uses cookies', facts({ prose: 'This chat uses cookies.' }), 'suspected'],
  [
    'words that only contain a topic',
    facts(
      { prose: `Ces cookies sont nécessaires pour recommander des contenus. Nous utilisons des cookies.` },
      'OK',
    ),
    'evident',
  ],
  ['a large area without a choice', facts({ isPanel: true }, 'OK'), 'suspected'],
  ['121 words', facts({ prose: `${'We use cookies '.repeat(40)}again` }), 'suspected'],
])('an overlay with %s', (_, overlay, expected) => {
  expect(judgeNotice(overlay)).toBe(expected)
})

test.each([
  ['We use cookies, don’t we?', 5],
  ['当サイトではCookieを使用しています', 8],
])('the words of %s', (words, expected) => {
  expect(countWords(words)).toBe(expected)
})
