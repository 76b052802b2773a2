import { deserialize, serialize } from 'node:v8'
import pg from 'pg'
import { expect, it } from 'vitest'
import { asStatement } from './record-calls.ts'

it('records a query object of the driver in a form that a file can hold', () => {
  const query = new pg.Query({ name: 'facts', text: 'select $1', values: [7] })
  const recorded = asStatement(query as unknown as Parameters<typeof asStatement>[0])
  expect(deserialize(serialize(recorded))).toEqual({ name: 'facts', text: 'select $1', values: [7] })
})

it('records a plain text without values', () => {
  expect(asStatement('commit')).toEqual({ text: 'commit', values: [] })
})
