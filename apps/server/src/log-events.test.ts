import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { logEvent, logEvents } from './log-events.ts'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && path !== 'log-events.ts')
  .map((path) => ({ path, source: readFileSync(join(import.meta.dirname, path), 'utf8') }))

it('a line has its code, level and text, and facts cannot replace the code', () => {
  const lines: object[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line) as object) })
  logEvent(log, 'push.refused', { status: 403, event: 'mine' })
  logEvent(log, 'server.stopping')
  expect(lines).toMatchObject([
    { level: 50, event: 'push.refused', status: 403, msg: expect.stringContaining('push service') },
    { level: 30, event: 'server.stopping' },
  ])
})

it('no file logs free text', () => {
  const free = files.filter(({ source }) => /\blog(ger)?\)?\??\.(trace|debug|info|warn|error|fatal)\(/.test(source))
  expect(free.map(({ path }) => path)).toEqual([])
})

it('each code is logged somewhere, and names a thing and an event', () => {
  const source = files.map((file) => file.source).join('\n')
  const codes = Object.keys(logEvents)
  expect(codes.filter((code) => !source.includes(`'${code}'`))).toEqual([])
  for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
  expect(codes).toEqual(codes.toSorted())
})
