import { expect, test } from 'vitest'
import { hasTags, plainTextOf } from './html-text.ts'

test.each([
  ['South Indian, Dosa', 'South Indian, Dosa'],
  ['Bread & cakes', 'Bread & cakes'],
  ['Bread &amp; cakes &lt; 5 &quot;kg&quot;', 'Bread & cakes < 5 "kg"'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['<p>Fresh <strong>idli</strong></p><p>Hot dosa</p>', 'Fresh idli Hot dosa'],
  ['<ul><li>Idli</li><li>Dosa</li></ul>', 'Idli Dosa'],
  ['One<br />two<br>three', 'One two three'],
  ['Made with &lt;3 and 2 < 3 > 1', 'Made with <3 and 2 < 3 > 1'],
  ['A text that was cut <stro', 'A text that was cut'],
  ['<a href="https://shop.test/?a=1&amp;b=2" rel="nofollow">Menu</a>', 'Menu'],
  ['<p></p>', ''],
])('the plain text of %j is %j', (html, text) => {
  expect(plainTextOf(html)).toBe(text)
})

test('a text has tags only if a letter follows the opening bracket', () => {
  expect(['<b>a</b>', 'a<br>b', '<h2>a'].map(hasTags)).toEqual([true, true, true])
  expect(['a < b > c', '<3', 'a & b', ''].map(hasTags)).toEqual([false, false, false, false])
})
