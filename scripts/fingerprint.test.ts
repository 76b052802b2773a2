import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'nukkad-fingerprint-'))
  mkdirSync(join(base, 'src'))
  write('a.ts', 'one')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(base, 'src', name), text)
const read = () => fingerprint([join(base, 'src')], join(base, 'memo/seen'))

test('a changed file changes the digest, also with its old size and time', () => {
  const path = join(base, 'src/a.ts')
  const { atime, mtime } = statSync(path)
  const before = read()
  expect(read()).toBe(before)
  write('a.ts', 'two')
  utimesSync(path, atime, mtime)
  expect(read()).not.toBe(before)
  write('a.ts', 'one')
  expect(read()).toBe(before)
})

test('a new or renamed source changes the digest, a test does not', () => {
  const before = read()
  write('a.test.ts', '')
  expect(read()).toBe(before)
  write('b.ts', '')
  const withB = read()
  expect(withB).not.toBe(before)
  rmSync(join(base, 'src/b.ts'))
  write('c.ts', '')
  expect([before, withB]).not.toContain(read())
})

test('a cache that is incomplete or cannot be written does not change the digest', () => {
  const before = read()
  writeFileSync(join(base, 'memo/seen'), `${'0'.repeat(64)} ab`)
  expect(read()).toBe(before)
  rmSync(join(base, 'memo'), { recursive: true })
  writeFileSync(join(base, 'memo'), 'a file where a folder should be')
  expect(read()).toBe(before)
})
