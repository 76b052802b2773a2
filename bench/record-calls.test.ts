import { deserialize, serialize } from 'node:v8'
import pg from 'pg'
import { expect, it } from 'vitest'
import { asStatement } from './record-calls.ts'

it('records a query with functions of the driver in a form that a file can hold', () => {
  const query = { name: 'facts', text: 'select $1', values: [7], types: pg.types }
  expect(() => serialize(query)).toThrow('could not be cloned')
  expect(deserialize(serialize(asStatement(query)))).toEqual({ name: 'facts', text: 'select $1', values: [7] })
})

it('records a plain text without values', () => {
  expect(asStatement('commit')).toEqual({ text: 'commit', values: [] })
})
