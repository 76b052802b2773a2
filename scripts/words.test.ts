import { expect, test } from 'vitest'
import { problemsOf, proseOf, readRefused } from './words.ts'

const guide = `# Guide
## Refused words
Some lines.

| Instead of | Write |
|---|---|
| told | notified, shown |
| way to pay, ways to pay | payment method |
| What … | the thing itself |
## Words that need a reader

| Instead of | Write |
|---|---|
| sum (of money) | amount |
`
const refused = readRefused(guide)
const places = (file: string, source: string) =>
  problemsOf(file, source, refused).map((problem) => problem.replace(/ write: .*/, ''))

test('the refused words come from one table of the guide, each with its replacement', () => {
  expect(refused.map(({ word, instead }) => [word, instead])).toEqual([
    ['told', 'notified, shown'],
    ['way to pay', 'payment method'],
    ['ways to pay', 'payment method'],
    ['What …', 'the thing itself'],
  ])
  expect(() => readRefused('# Guide without the table')).toThrow('no table under "Refused words"')
})

test('comments are read, also a phrase across a line break, but no code', () => {
  const source = [
    'const told = 1',
    '/**',
    ' * Lists the ways',
    ' * to pay.',
    ' */',
    'const a = "who was told"',
    '// Each way',
    '// to pay.',
    'const b = /told/',
  ].join('\n')
  expect(places('apps/server/src/a.ts', source)).toEqual([
    'apps/server/src/a.ts:3: instead of "ways to pay"',
    'apps/server/src/a.ts:7: instead of "way to pay"',
  ])
  expect(places('apps/a.css', 'a { content: "/* told */" }\n/* told */')).toEqual(['apps/a.css:2: instead of "told"'])
  expect(places('a.sql', "select '-- told'\n-- each way\n-- to pay\n")).toEqual(['a.sql:2: instead of "way to pay"'])
})

test('titles of tests are read, with and without cases', () => {
  const source = "test('a rider is told', () => {})\ndescribe.each([1])(`%s is told`, () => {})\nsay('told')"
  expect(places('e2e/a.spec.ts', source)).toEqual([
    'e2e/a.spec.ts:1: instead of "told"',
    'e2e/a.spec.ts:2: instead of "told"',
  ])
})

test('names that helpers of a test get are no titles', () => {
  const source = [
    "test.call('told', {})",
    "it('ends', async () => (await test.db.selectFrom('told as t')).length)",
    "test.describe('is told', () => {})",
    "it.each([1]).skip('%s is told', () => {})",
  ].join('\n')
  expect(proseOf('a.test.ts', source)).toEqual([
    { kind: 'titles', line: 2, text: 'ends' },
    { kind: 'titles', line: 3, text: 'is told' },
    { kind: 'titles', line: 4, text: '%s is told' },
  ])
})

test('CSS, class lists and URLs are no texts', () => {
  const texts = (value: string) => proseOf('apps/web/src/a.ts', `const a = ${value}`).map(({ text }) => text)
  expect(texts("'0 2px 6px var(--shade-1), inset 0 0 0 1px rgb(255 255 255 / 0.16)'")).toEqual([])
  expect(texts("'flex min-h-13 w-full items-center gap-3 [&_svg]:size-5'")).toEqual([])
  expect(texts("'bg-tint text-on-tint'")).toEqual([])
  expect(texts(`\`https://maps.example.test/maps?q=\${place}\``)).toEqual([])
  expect(texts("'sign-in by e-mail'")).toEqual(['sign-in by e-mail'])
  expect(texts("'An address begins with https://, mailto: or tel:'")).toHaveLength(1)
  expect(texts(`\`\${count} offers 9:00, 9:15, 9:30.\``)).toEqual(['… offers 9:00, 9:15, 9:30.'])
})

test('texts of the screens are read, but not codes and class names', () => {
  const source = [
    "import { told } from './told here.ts'",
    "const status = 'told'",
    "const label = 'Told'",
    'const row = `They were told`',
    'const a = <p className="told it" title="They were told">Nobody',
    '  was told</p>',
  ].join('\n')
  expect(places('apps/web/src/a.tsx', source)).toEqual([
    'apps/web/src/a.tsx:3: instead of "told"',
    'apps/web/src/a.tsx:4: instead of "told"',
    'apps/web/src/a.tsx:5: instead of "told"',
    'apps/web/src/a.tsx:6: instead of "told"',
  ])
  expect(places('apps/server/src/a.tsx', source)).toEqual([])
  expect(places('apps/web/src/a.test.tsx', source)).toEqual([])
})

test('documents are read without code, quotations, addresses and generated parts', () => {
  const source = [
    '# They are told',
    '',
    'A rider is told. See [this](told.md), `told` and "you were',
    'told".',
    '```',
    'told',
    '```',
    '- one way',
    '  to pay',
    '| a | told |',
    '<!-- generated -->',
    'told',
  ].join('\n')
  expect(places('docs/a.md', source)).toEqual([
    'docs/a.md:1: instead of "told"',
    'docs/a.md:3: instead of "told"',
    'docs/a.md:8: instead of "way to pay"',
    'docs/a.md:10: instead of "told"',
  ])
  expect(places('docs/writing.md', '| told | notified |\ntold')).toEqual(['docs/writing.md:2: instead of "told"'])
})

test('a word with dots is refused at the start of a statement, but not in a question or a heading', () => {
  const source = [
    '# What it is',
    '',
    'See below. What was sent at 2.5 s is kept. What is this? It is what was sent.',
    '',
    '| What it does | What is left goes. |',
  ].join('\n')
  expect(places('docs/a.md', source)).toEqual(['docs/a.md:3: instead of "What …"', 'docs/a.md:5: instead of "What …"'])
})

test('a word with dots is refused in italics and in bold too', () => {
  const source = [
    '*What stays.* The name. **What goes.** The phone.',
    '',
    'See *what stays.* It is kept. *What is kept?* The name.',
    '',
    '- **What holds**: the name is kept.',
  ].join('\n')
  expect(places('docs/a.md', source)).toEqual([
    'docs/a.md:1: instead of "What …"',
    'docs/a.md:1: instead of "What …"',
    'docs/a.md:5: instead of "What …"',
  ])
})

test('paths and code in a comment are ignored', () => {
  expect(places('scripts/a.ts', '// See scripts/told.ts, `told` and docs/told.md#told.')).toEqual([])
})

test('prose keeps its kind and its line', () => {
  expect(proseOf('a.test.ts', "// One.\n// Two.\n\ntest('three', () => {})")).toEqual([
    { kind: 'comments', line: 1, text: 'One.\nTwo.' },
    { kind: 'titles', line: 4, text: 'three' },
  ])
  expect(
    proseOf('docs/a.md', 'One `two`\nthree.\n\n| a | b |\n|---|---|\n| c | d |').map(({ line, quoted }) => [
      line,
      quoted,
    ]),
  ).toEqual([
    [1, 'One `two`\nthree.'],
    [4, 'a'],
    [4, 'b'],
    [6, 'c'],
    [6, 'd'],
  ])
})
