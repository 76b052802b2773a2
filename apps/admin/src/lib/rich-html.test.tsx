import { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { pages } from '../../../../demo/src/catalogue/pages.ts'
import { contentOf, lossOf, richExtensions, storedOf } from './rich-html.ts'

const editorOf = (stored: string) =>
  new Editor({ extensions: richExtensions, content: contentOf(stored), injectCSS: false })

/** Returns the HTML to which an editor converts an unchanged description. */
const through = (stored: string) => storedOf(editorOf(stored).getHTML())

test.each([
  ['', ''],
  ['South Indian, Dosa', 'South Indian, Dosa'],
  ['Bread & cakes < 5', 'Bread &amp; cakes &lt; 5'],
  ['Bread &amp; cakes', 'Bread &amp; cakes'],
  ['First line\nsecond line', 'First line<br>second line'],
  ['<p>Only one</p>', 'Only one'],
  ['<p>One</p>\n<p><b>Two</b></p>', '<p>One</p><p><strong>Two</strong></p>'],
  ['<ul><li>Idli</li><li></li></ul>', '<ul><li>Idli</li></ul>'],
  [
    '<h2>Menu</h2><a href="https://shop.test/?a=1">Here</a>',
    '<h2>Menu</h2><p><a href="https://shop.test/?a=1">Here</a></p>',
  ],
  ['<img src="/assets/img/uploads/p-1.webp" alt="Hall">', '<img src="/assets/img/uploads/p-1.webp" alt="Hall">'],
])('[GAP-78] an editor keeps %j as %j', (html, kept) => {
  expect(through(html)).toBe(kept)
  expect(through(kept)).toBe(kept)
})

test.each([
  ['Hello<div>world</div><div><br></div>', '<p>Hello</p><p>world</p>'],
  ['<p>Two<ul><li>a</li></ul></p>', '<p>Two</p><ul><li>a</li></ul>'],
  ['<p><br></p>', ''],
  ['<span style="font-weight:400">Word</span>&nbsp;', 'Word'],
  ['<span style="font-weight:700">Word</span>', '<strong>Word</strong>'],
  ['<ul><li><br></li></ul>', ''],
  ['<ol><li><p>Soak</p><ul><li>Rice</li></ul></li></ol>', '<ol><li>Soak<ul><li>Rice</li></ul></li></ol>'],
  ['<img src="https://other.test/p.webp">Words', 'Words'],
])('[GAP-78] %j, pasted from elsewhere, becomes %j', (html, clean) => {
  expect(through(html)).toBe(clean)
})

test('[GAP-78] an editor keeps the cells of a table', () => {
  const table = document.createElement('div')
  table.innerHTML = through(
    '<table><thead><tr><th>Day</th></tr></thead><tbody><tr><td>Monday</td></tr></tbody></table>',
  )
  expect([...table.querySelectorAll('th, td')].map(({ innerHTML }) => innerHTML)).toEqual(['Day', 'Monday'])
})

test.each([
  '<img src="x" onerror="alert(1)">',
  '<a href="javascript:alert(1)" onclick="alert(1)">Go</a>',
  '<script>alert(1)</script><style>p{}</style>Words',
  '<svg><script>alert(1)</script></svg><iframe srcdoc="<b>"></iframe>Words',
  '<p onclick="alert(1)" style="position:fixed">Words</p>',
])('[GAP-78] %j brings no script, handler or style into the page', (html) => {
  const editor = editorOf(html).view.dom
  expect(editor.innerHTML).not.toMatch(/script|on\w+=|style|iframe|src=/)
  expect(editor.querySelectorAll('[href]')).toHaveLength(0)
})

test.each([
  '',
  'Plain words\nin two lines',
  '<h2>Fresh</h2><p>Every <b>day</b>, <i>early</i> and <u>late</u>.</p>',
  '<h2>Menu</h2>\n\n<p>One\n  two</p>\n',
  '<p>Write to <a href="mailto:help@shop.test" rel="noopener noreferrer nofollow">us</a></p>',
  '<ul>\n  <li>Idli<ul><li>Two</li></ul></li>\n  <li><p>Dosa</p></li>\n</ul>',
  '<blockquote><p>Good</p></blockquote><p>a &lt; b &amp; c</p>',
  '<p><img src="/assets/img/uploads/p-1.webp" alt="Hall"></p>',
  '<table><thead><tr><th>Day</th></tr></thead><tbody><tr><td>Monday</td></tr></tbody></table>',
  ...pages.map(({ bodyHtml }) => bodyHtml),
])('[U-15] the editor keeps the meaning of %j', (html) => {
  expect(lossOf(html)).toBe(null)
})

test.each([
  ['<h1>Title</h1><p>Words</p>', ['<h1>']],
  ['<div class="box"><p>Words</p></div>', ['<div>', 'class']],
  ['<p>Words</p><hr><p>Words</p>', ['<hr>']],
  ['<p><img src="https://other.test/a.png" alt="A"></p>', ['<img>', 'src', 'alt']],
  ['<p><a href="/pages/terms">Terms</a></p>', ['<a>', 'href']],
  ['<ol>Words</ol><ol><li>One</li></ol>', []],
])('[U-15] the editor would change %j', (html, lost) => {
  expect(lossOf(html)).toEqual(lost)
})
