import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallShape } from '../packages/contract/src/call.ts'
import { type CallName, contract } from '../packages/contract/src/contract.ts'
import { callOf } from './seen-answers.ts'
import { root, run } from './steps.ts'

/**
 * An example of the call reference: a request from a server test and its answer. This script writes one example for
 * each call. Examples that still match the contract stay, so that a run changes as little as possible; with `--all`,
 * all examples are chosen again. An argument of the script limits the run to test files whose path contains the
 * argument.
 */
type Example = { request: Record<string, unknown>; answer: unknown }

const file = join(root, 'apps/server/src/http/examples.json')
const MAX_CHARACTERS = 6000

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const shapes = Object.entries<CallShape>(contract)
const old = process.argv.includes('--all') ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Example>)
const seen = await record()
const examples = shapes.flatMap(([name, shape]): [string, Example][] => {
  const kept = old[name]
  if (kept && fits(shape, kept)) return [[name, kept]]
  const best = (seen.get(name) ?? []).filter((example) => fits(shape, example)).toSorted(byWorth)[0]
  if (!best) console.log(`  no test shows ${name}`)
  return best ? [[name, best]] : []
})
writeFileSync(file, `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`)
await run('node_modules/.bin/biome', ['format', '--write', file], { quiet: true })
console.log(`${examples.length} of ${shapes.length} calls have an example`)

async function record(): Promise<Map<string, Example[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'nukkad-examples-'))
  await run('node_modules/.bin/vitest', ['run', '--project', 'server', '--reporter=dot', ...words], {
    env: { TEST_EXAMPLES_DIR: folder },
  })
  const found = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
  rmSync(folder, { recursive: true, force: true })
  const lines = found.map((line) => JSON.parse(line) as { route: string; asked: Example['request']; text: string })
  const small = lines.filter(({ text }) => text.length < 40 * MAX_CHARACTERS)
  const examples = Map.groupBy(small.map(readable), ({ name }) => name)
  return new Map([...examples].map(([name, all]) => [name, all.map(({ example }) => example)]))
}

function readable({ route, asked, text }: { route: string; asked: Example['request']; text: string }) {
  const name = callOf(route)
  const shape = contract[name as CallName] as CallShape | undefined
  // Removes the token of the session, which the documentation explains once for all calls. An example of a public call
  // keeps its token, because there the token is part of the request.
  const { token: _token, ...withoutToken } = asked
  const request = shape?.auth === 'public' ? asked : withoutToken
  const example = { request: tamed(request), answer: tamed(JSON.parse(text)) } as Example
  return { name, example: shape ? short(shape, example) : example }
}

/** Replaces values of an example that differ in every run, and values that look like secrets, with fixed ones. */
function tamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tamed)
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, tamed(inner)]))
  if (typeof value !== 'string') return value
  if (/^[A-Za-z0-9_-]{43}$/.test(value)) return 'the-token-of-the-session'
  return value
    .replace(/\+\d{10,13}\b/g, '+919876543210')
    .replace(/\b[\w.]+@example\.test/g, 'asha@example.test')
    .replace(/\bnk_[\w-]{43}/g, 'nk_the-key-that-is-shown-once')
    .replace(/\bwhsec_[\w+/=]{44}/g, 'whsec_the-secret-that-is-shown-once')
    .replace(/(\/dashboard\/exports\/)[\w-]{43}/g, '$1the-ticket')
}

/** Shortens the lists of an example to their first entry if the contract allows it. */
function short(shape: CallShape, { request, answer }: Example): Example {
  const cut = { request: firstsOf(request) as Example['request'], answer: firstsOf(answer) }
  return {
    request: shape.input.safeParse(cut.request).success ? cut.request : request,
    answer: shape.output.safeParse(cut.answer).success ? cut.answer : answer,
  }
}

function firstsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(firstsOf)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, firstsOf(inner)]))
}

function fits(shape: CallShape, { request, answer }: Example): boolean {
  return shape.input.safeParse(request).success && shape.output.safeParse(answer).success
}

/** Compares two examples: the one with more content comes first; of equal ones, the shorter one. */
function byWorth(a: Example, b: Example): number {
  return worthOf(b) - worthOf(a) || lengthOf(a) - lengthOf(b) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
}

function worthOf(example: Example): number {
  return lengthOf(example) > MAX_CHARACTERS ? 0 : saidIn(example.answer) + saidIn(example.request)
}

function saidIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return value === null || value === '' ? 0 : 1
  return Object.values(value).reduce((sum: number, inner) => sum + saidIn(inner), 0)
}

function lengthOf(example: Example): number {
  return JSON.stringify(example).length
}
