import { expect, it } from 'vitest'
import { parseBody } from './body.ts'

const nested = (depth: number) => Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

it('a body may be ten levels deep, and no deeper', () => {
  expect(parseBody(nested(10))).toHaveProperty(Array(10).fill('a').join('.'), 1)
  expect(() => parseBody(nested(11))).toThrow('INVALID_INPUT')
})
