import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judge } from './seen-answers.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nukkad-answers-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function problemsOf(name: string, lines: readonly string[]): string[] {
  writeFileSync(join(folder, 'one.txt'), lines.join('\n'))
  return judge(folder).problems.filter((problem) => problem.startsWith(name))
}

test('[P-72] a call without an answer lacks its success and each declared error', () => {
  expect(problemsOf('cancel-order', ['/public/api/quote ok'])).toEqual([
    'cancel-order: no test is answered ok',
    'cancel-order: no test is answered ORDER_NOT_CANCELLABLE',
    'cancel-order: no test is answered ORDER_ALREADY_CANCELLED',
    'cancel-order: no test is answered NOT_FOUND',
  ])
})

test('an answer is found under any base path, and errors that every call can give need no declaration', () => {
  const lines = [
    '/api/cancel-order ok',
    '/public/api/cancel-order ORDER_NOT_CANCELLABLE',
    '/api/cancel-order NOT_FOUND',
    '/api/cancel-order ORDER_ALREADY_CANCELLED',
    '/api/cancel-order 500',
  ]
  expect(problemsOf('cancel-order', [...lines, '/api/cancel-order SESSION_MISSING'])).toEqual([
    'cancel-order answers 500, which the contract does not declare',
  ])
})

test('an undeclared error of a call is reported; the path may contain a parameter', () => {
  const lines = ['/public/api/get-store-reviews/:slug ok', '/public/api/get-store-reviews/:slug ITEM_UNKNOWN']
  expect(problemsOf('get-store-reviews', lines)).toEqual([
    'get-store-reviews: no test is answered NOT_FOUND',
    'get-store-reviews answers ITEM_UNKNOWN, which the contract does not declare',
  ])
})
