import { describe, expect, test } from 'vitest'
import { anchorsOf, problemsOf } from './citations.ts'

const targets = {
  ids: new Set(['E-07', 'GAP-26']),
  decisions: new Set(['0040', '0041']),
  anchors: new Map([
    ['docs/reference/security.md', new Set(['sessions'])],
    ['docs/glossary.md', new Set<string>()],
    ['README.md', new Set(['start'])],
  ]),
}
const cite = (line: string, file = 'apps/server/src/x.ts'): string[] => problemsOf(file, line, targets)

test('anchors are made as GitHub makes them', () => {
  const text = '# Who may do what?\n## `npm start`, once\n## Sessions\n### Sessions\n```\n# no heading\n```\n'
  expect([...anchorsOf(text)]).toEqual(['who-may-do-what', 'npm-start-once', 'sessions', 'sessions-1'])
})

describe('a citation', () => {
  test.each([
    '// E-07, GAP-26 and docs/reference/security.md#sessions',
    '// decision 0040, or decisions 0040 and 0041; OD-9, UTF-8, SHA-256',
    '// RFC 6238 §5.2; RFC 9457 §3.1, §4',
    'a line about docs/glossary.md, and one about README.md#start',
  ])('is found: %s', (line) => expect(cite(line)).toEqual([]))

  test.each([
    ['// E-99', 'no requirement is called E-99'],
    ['// (GAP-999)', 'no requirement is called GAP-999'],
    ['// decisions 0040 and 0099', 'no decision has the number 0099'],
    ['// security document §9', 'cite a section of docs/ by a link'],
    ['// docs/reference/wire.md', 'no document is called docs/reference/wire.md'],
    ['// docs/reference/security.md#limits', 'has no heading with the anchor limits'],
    ['// V-99', 'no requirement is called V-99'],
    ['// docs/decisions/0099', 'no decision has the number 0099'],
    ['// the wire contract, A.1', 'instead of "wire contract"'],
    ['// keys of the settings sheet', 'instead of "settings sheet"'],
    ['// as issue 15 asks', 'instead of "issue 15"'],
    ['// ROADMAP.md', 'no document is called ROADMAP.md'],
  ])('is not found: %s', (line, problem) => {
    expect(cite(line)).toEqual([expect.stringContaining(problem)])
    expect(cite(line)[0]).toMatch(/^apps\/server\/src\/x\.ts:1: /)
  })

  test('in a document is a link, relative to the folder of that document', () => {
    expect(cite('[one](reference/security.md#sessions), [two](../README.md#start)', 'docs/glossary.md')).toEqual([])
    expect(cite('[one](security.md)', 'docs/glossary.md')).toEqual([expect.stringContaining('docs/security.md')])
    expect(cite('[one](pictures/none.png)', 'docs/glossary.md')).toEqual([expect.stringContaining('no file is called')])
    expect(cite('[one](https://example.org/x.md#y)', 'docs/glossary.md')).toEqual([])
  })
})
