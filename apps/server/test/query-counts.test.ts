import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallName } from '@nukkad/contract/contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestApp } from './harness.ts'
import { fillForHotCalls, type Requests, watchStatements } from './hot-calls.ts'

const test = useTestApp({ isNoted: false })
const send = watchStatements(test)

/**
 * The page docs/architecture/query-counts.md: the number of statements of each call, the first time, and when the call
 * is repeated.
 */
const document = readFileSync(join(import.meta.dirname, '../../../docs/architecture/query-counts.md'), 'utf8')
const table = [...document.matchAll(/^\| `([\w/-]+)` \| (\d+) \| (\d+) \|/gm)].map(([, name, first, again]) => ({
  name: name as CallName,
  first: Number(first),
  again: Number(again),
}))

let requests: Requests
beforeAll(async () => {
  requests = await fillForHotCalls(test)
})

/** Counts the statements of one call, including `begin` and `commit`. */
async function counted(name: CallName): Promise<number> {
  return (await send(name, requests[name]!)).length
}

describe('queries per call', () => {
  it('are counted for exactly the calls of the table', () => {
    expect(table.map(({ name }) => name).toSorted()).toEqual(Object.keys(requests).toSorted())
  })

  it.each(table)('$name sends $first, and $again the second time', async ({ name, first, again }) => {
    expect({ first: await counted(name), again: await counted(name) }).toEqual({ first, again })
  })
})
