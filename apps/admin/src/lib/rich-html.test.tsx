import { expect, test } from 'vitest'
import { htmlOf, nodesOf } from './rich-html.ts'

/** Returns what an editor makes of an unchanged text. */
function through(html: string): string {
  const editor = document.createElement('div')
  editor.append(...nodesOf(html))
  return htmlOf(editor)
}

test.each([
  ['', ''],
  ['South Indian, Dosa', 'South Indian, Dosa'],
  ['Bread & cakes < 5', 'Bread &amp; cakes &lt; 5'],
  ['Bread &amp; cakes', 'Bread &amp; cakes'],
  ['First line\nsecond line', 'First line<br>second line'],
  ['<p>Only one</p>', 'Only one'],
  ['<p>One</p>\n<p><b>Two</b></p>', '<p>One</p><p><b>Two</b></p>'],
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
  ['<span style="font-weight:700">Word</span>&nbsp;', 'Word'],
  ['<ul><li><br></li></ul>', ''],
])('[GAP-78] what a browser makes of typing, %j, becomes %j', (html, clean) => {
  const editor = document.createElement('div')
  editor.innerHTML = html
  expect(htmlOf(editor)).toBe(clean)
})

test.each([
  '<img src="x" onerror="alert(1)">',
  '<a href="javascript:alert(1)" onclick="alert(1)">Go</a>',
  '<script>alert(1)</script><style>p{}</style>Words',
  '<svg><script>alert(1)</script></svg><iframe srcdoc="<b>"></iframe>Words',
  '<p onclick="alert(1)" style="position:fixed">Words</p>',
])('[GAP-78] %j brings no script, handler or style into the page', (html) => {
  const editor = document.createElement('div')
  editor.append(...nodesOf(html))
  expect(editor.innerHTML).not.toMatch(/script|on\w+=|style|iframe|src=/)
  expect(editor.querySelectorAll('[href]')).toHaveLength(0)
})
