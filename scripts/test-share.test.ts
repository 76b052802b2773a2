import { expect, test } from 'vitest'
import { countLines } from './test-share.ts'

const texts: Record<string, string> = {
  'a/form.tsx': 'const one = 1\n\nconst two = 2\n   \n}\n',
  'a/form.test.tsx': '\ntest()\n',
  'a/rule.test.ts': 'test()\r\n\r\nexpect()',
  'a/latest.ts': 'export {}\n',
  'a/empty.ts': '\n\n',
}

test('lines with text are counted, those of tests apart', () => {
  expect(countLines(Object.keys(texts), (file) => texts[file]!)).toEqual({ tests: 3, code: 4 })
  expect(countLines([], () => '')).toEqual({ tests: 0, code: 0 })
})
