import { expect, test } from 'vitest'
import { pathBetween, queryingPresenters, readFunctions } from './hops.ts'

const at = (file: string, text: string) => ({ file: `apps/server/src/${file}`, text })

const feature = [
  at(
    'features/a/b/routes.ts',
    `import { once } from '#http/once.ts'
     import { place, type Placed } from './place.ts'
     import { read } from './queries.ts'
     const ways = { order: place }
     export const r = routes({
       place,
       book: async (tx, use) => ways[use](tx),
       show: async ({ db }) => once(db, (tx) => read(tx)),
       'list-all': async ({ services }) => services.read(place.name),
     })`,
  ),
  at(
    'features/a/b/place.ts',
    `import { insert } from './queries.ts'
     export async function place(tx) { return numbered(tx) }
     async function numbered(tx) { return [1].map((one) => insert(tx, one)) }`,
  ),
  at(
    'features/a/b/queries.ts',
    `export const read = async (db) => db.selectFrom('a').execute()
     export async function insert(tx, one) { await sql\`insert\`.execute(tx) }
     export function build(db) { return db.insert }`,
  ),
  at(
    'http/once.ts',
    `import { insert } from '#features/a/b/queries.ts'\nexport const once = (db, effect) => insert(db)`,
  ),
]
const functions = readFunctions(feature)

test.each([
  ['a handler that is a function elsewhere is one hop with it', 'place', 'insert', ['place', 'numbered', 'insert']],
  ['a callback belongs to the function around it', 'show', 'read', ['call:show', 'read']],
  ['a table of functions is no hop', 'book', 'insert', ['call:book', 'place', 'numbered', 'insert']],
])('%s', (_name, call, to, path) => {
  const found = pathBetween(functions, { name: call, from: `call:${call}`, to })
  expect(found.map((one) => one.split('#').at(-1))).toEqual(path)
})

test.each([
  ['through middleware', 'show', 'insert'],
  ['to a function that executes nothing', 'place', 'build'],
  ['to a method that has the same name', 'list-all', 'read'],
])('no path leads %s', (_name, call, to) => {
  expect(() => pathBetween(functions, { name: call, from: `call:${call}`, to })).toThrow('no call leads')
})

test('a function that is named present…, or is in such a file, and queries, also through another, is refused', () => {
  const presenters = readFunctions([
    at(
      'features/a/b/present.ts',
      `import { read } from './queries.ts'
       export const presentRow = (row) => ({ id: row.id })
       export async function readRows(db) { return (await read(db)).map(presentRow) }`,
    ),
    at(
      'features/a/b/rows.ts',
      `import { read } from './queries.ts'
       export async function presentAll(db) { return list(db) }
       async function list(db) { return read(db) }
       export const represent = (db) => list(db)`,
    ),
    ...feature,
  ])
  const advice = 'queries: name it read… or list…, in a file with that name, because present… only shapes'
  expect(queryingPresenters(presenters)).toEqual([
    `apps/server/src/features/a/b/present.ts#readRows ${advice}`,
    `apps/server/src/features/a/b/rows.ts#presentAll ${advice}`,
  ])
})
