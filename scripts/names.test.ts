import { expect, test } from 'vitest'
import { problemsOfCode, problemsOfPath, readRefusedNames } from './names.ts'

const refused = readRefusedNames(`
## Refused words

| Instead of | Write |
|---|---|
| somebody | someone |

## Refused names

| Instead of | Write |
|---|---|
| desk | admin |
| fault, faults | problem |
`)

test('only the table of names is read', () => {
  expect([...refused]).toEqual([
    ['desk', 'admin'],
    ['fault', 'problem'],
    ['faults', 'problem'],
  ])
  expect(() => readRefusedNames('## Refused words\n')).toThrow('has no table')
})

test.each([
  ['a function', 'export function openDesk() {}', ['a.ts:1: openDesk, instead of "desk" write: admin']],
  [
    'a type and a field',
    'type Found = {\n  nameFaults: 1 }',
    ['a.ts:2: nameFaults, instead of "faults" write: problem'],
  ],
  ['capitals', 'const MAX_FAULTS = 1', ['a.ts:1: MAX_FAULTS, instead of "faults" write: problem']],
  ['a name once, where it first stands', 'f()\nlet desk\ndesk', ['a.ts:2: desk, instead of "desk" write: admin']],
  ['no string, no comment and no longer word', "const desktop = 'desk' // desk", []],
  ['a name that stays, because it is stored', 'row.fault', []],
])('in code: %s', (_name, source, problems) => {
  expect(problemsOfCode('a.ts', source, refused)).toEqual(problems)
})

test.each([
  ['apps/a/desk-queries.ts', ['apps/a/desk-queries.ts: instead of "desk" write: admin']],
  ['apps/desk/queries.ts', []],
  ['apps/a/desktop.ts', []],
  ['docs/architecture/fault-tests.md', []],
])('the file %s', (file, problems) => {
  expect(problemsOfPath(file, refused)).toEqual(problems)
})
