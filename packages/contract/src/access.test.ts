import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Call, CallShape } from './call.ts'
import { contract } from './contract.ts'
import { settings } from './settings/registry.ts'
import type { SettingSpec } from './settings/spec.ts'
import { tables } from './tables/shapes.ts'
import type { TableShape } from './tables/table.ts'

/**
 * Compares the contract with `access.txt`: who may make each call, who may see each table, and which settings stay on
 * the server. People edit `access.txt` by hand, and no script writes it, so one wrong edit cannot change both the
 * contract and the list.
 */
const [calls, lists, kept] = readFileSync(join(import.meta.dirname, 'access.txt'), 'utf8')
  .split(/^# .*\n/m)
  .slice(1)
  .map((part) => part.trim().split('\n'))

const joined = (words: readonly (string | false | undefined)[]): string => words.filter(Boolean).join(', ')

test('[T-10] each call is open only to the roles in the list of access', () => {
  const declared = Object.entries<CallShape>(contract).map(([name, shape]) => {
    const who = joined([
      shape.auth,
      shape.permission,
      shape.staffMay && `staff may with ${shape.staffMay}`,
      shape.ownersToo && 'owners too',
      shape.forCallers && 'owners for callers',
      shape.openToKeys && 'keys',
      shape.openToUnenrolled && 'before enrolment',
      shape.answersBanned && 'banned',
      shape.needsRecentProof && 'after a recent proof',
    ])
    return `${name}: ${who}`
  })
  expect(declared.toSorted()).toEqual(calls)
})

test('[T-10] each table of the dashboard is open only to the people in the list of access', () => {
  const declared = Object.entries<TableShape>(tables).map(
    ([name, shape]) => `${name}: ${joined([shape.permission, shape.ownersToo && 'owners too'])}`,
  )
  expect(declared.toSorted()).toEqual(lists)
})

test('[T-13] the settings that never leave the server are those in the list of access', () => {
  const declared = Object.entries<SettingSpec>(settings).flatMap(([key, { visibility }]) =>
    visibility === 'public' ? [] : [`${key}: ${visibility}`],
  )
  expect(declared.toSorted()).toEqual(kept)
})

test('only calls that are open to everyone without a session read from a replica', () => {
  const marked = Object.values<Call>(contract).filter(({ mayBeOld }) => mayBeOld)
  expect(marked.length).toBeGreaterThan(5)
  expect(marked.filter(({ auth, idempotent }) => auth !== 'public' || idempotent)).toEqual([])
})
