import { expect, test } from 'vitest'
import { undocumented } from './documented.ts'

const QUERIES = 'apps/server/src/features/a/b/queries.ts'
const CONTRACT = 'packages/contract/src/a.ts'

test.each([
  ['a query with a comment', QUERIES, '/** Finds it. */\nexport async function find() {}', []],
  ['a query without one', QUERIES, 'let a = 1\nexport async function find() {}', [`${QUERIES}:2 find`]],
  [
    'a comment of the statement before',
    QUERIES,
    '/** A. */\nconst a = 1\nexport const find = 1',
    [`${QUERIES}:3 find`],
  ],
  ['the type of a row', QUERIES, 'export type Row = { id: number }', []],
  ['what is not exported', QUERIES, 'function help() {}', []],
  ['a type of the contract', CONTRACT, 'export type Kind = 1', [`${CONTRACT}:1 Kind`]],
  ['a call with its summary', CONTRACT, "export const save = call('save', { summary: 'Saves it.' })", []],
  ['a call without one', CONTRACT, "export const save = call('save', { auth: 'public' })", [`${CONTRACT}:1 save`]],
])('%s', (_name, file, source, places) => {
  expect(undocumented(file, source)).toEqual(places)
})
