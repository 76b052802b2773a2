import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../steps.ts'

const FOLDER = 'docs/recipes'

/** One instruction of a recipe that a program can follow. */
export type Instruction =
  | { kind: 'create'; file: string; text: string }
  | { kind: 'insert'; file: string; where: 'before' | 'after'; anchor: string; text: string }
  | { kind: 'replace'; file: string; anchor: string; text: string }
  | { kind: 'copy'; from: string; to: string }
  | { kind: 'run'; command: string }

/** A numbered step of a recipe with its instructions. */
type RecipeStep = { number: number; instructions: Instruction[] }

/**
 * A command that must succeed after all steps of a recipe. With `step`, the command must fail while that step is
 * missing.
 */
export type RecipeCheck = { command: string; step?: number }

export type Recipe = { name: string; steps: RecipeStep[]; checks: RecipeCheck[] }

/**
 * Reads all recipes of `docs/recipes`. Recipes that copy a file come last, so that the copied file contains the changes
 * of the other recipes.
 */
export function listRecipes(): Recipe[] {
  return readdirSync(join(root, FOLDER))
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => parseRecipe(file.replace(/\.md$/, ''), readFileSync(join(root, FOLDER, file), 'utf8')))
    .toSorted((one, other) => Number(copies(one)) - Number(copies(other)))
}

function copies({ steps }: Recipe): boolean {
  return steps.some(({ instructions }) => instructions.some(({ kind }) => kind === 'copy'))
}

const FENCE = /^ *```\w*$/
const HEADS: [RegExp, (parts: string[], text: string) => Instruction][] = [
  [/^Create `([^`]+)`:$/, ([file], text) => ({ kind: 'create', file: file!, text })],
  [
    /^In `([^`]+)`, (after|before) `([^`]+)`:$/,
    ([file, where, anchor], text) => ({
      kind: 'insert',
      file: file!,
      where: where as 'before' | 'after',
      anchor: anchor!,
      text,
    }),
  ],
  [
    /^In `([^`]+)`, replace `([^`]+)` with:$/,
    ([file, anchor], text) => ({ kind: 'replace', file: file!, anchor: anchor!, text }),
  ],
]
const COPY = /^Copy `([^`]+)` to `([^`]+)`\.$/
const RUN = /^Run `([^`]+)`\.$/
/**
 * Matches the beginning of an instruction of a recipe. A line that begins like an instruction but has no known form is
 * a mistake and not prose.
 */
const BEGINNING = /^(?:Create|In|Copy|Run) `/

/**
 * Reads a recipe: its numbered steps and the table of its checks.
 * @throws Error for an instruction in an unknown form, a step without an instruction and a recipe without checks
 */
export function parseRecipe(name: string, page: string): Recipe {
  const [instructions, table = ''] = page.split(/^## Checks$/m)
  const steps = parseSteps(name, instructions!)
  const checks = [...table.matchAll(/^\| `([^`]+)` \| (?:step (\d+)|) *\|$/gm)].map(([, command, step]) => ({
    command: command!,
    ...(step && { step: Number(step) }),
  }))
  if (checks.length === 0) throw new Error(`${name}: the table under "Checks" is empty`)
  for (const { step } of checks)
    if (step && !steps.some(({ number }) => number === step)) throw new Error(`${name}: no step has number ${step}`)
  return { name, steps, checks }
}

function parseSteps(name: string, page: string): RecipeStep[] {
  const steps: RecipeStep[] = []
  const lines = page.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const [, number, rest] = /^(?:(\d+)\. | {3})(.*)$/.exec(lines[at]!) ?? []
    if (number) steps.push({ number: Number(number), instructions: [] })
    const sentence = hideInnerMarks(rest?.trim() ?? '')
    if (!BEGINNING.test(sentence)) continue
    const { instruction, next } = parseInstruction(name, sentence, lines, at)
    steps.at(-1)!.instructions.push(instruction)
    at = next
  }
  const empty = steps.find(({ instructions }) => instructions.length === 0)
  if (steps.length === 0 || empty) throw new Error(`${name}: step ${empty?.number ?? 1} has no instruction`)
  return steps
}

function parseInstruction(
  name: string,
  sentence: string,
  lines: readonly string[],
  at: number,
): { instruction: Instruction; next: number } {
  const [, from, to] = COPY.exec(sentence) ?? []
  if (from && to) return { instruction: { kind: 'copy', from, to }, next: at }
  const [, command] = RUN.exec(sentence) ?? []
  if (command) return { instruction: { kind: 'run', command }, next: at }
  const head = HEADS.find(([form]) => form.test(sentence))
  if (!head) throw new Error(`${name}: unknown form of instruction: ${sentence}`)
  const opening = lines.findIndex((line, index) => index > at && line.trim() !== '')
  const closing = lines.findIndex((line, index) => index > opening && /^ *```$/.test(line))
  if (!FENCE.test(lines[opening] ?? '') || closing < 0) throw new Error(`${name}: no code follows: ${sentence}`)
  const indent = lines[opening]!.indexOf('`')
  const text = lines.slice(opening + 1, closing).map((line) => `${line.slice(indent)}\n`)
  const [form, build] = head
  const named = form.exec(sentence)!.slice(1)
  return {
    instruction: build(
      named.map((part) => part.replaceAll(HIDDEN_MARK, '`')),
      text.join(''),
    ),
    next: closing,
  }
}

const HIDDEN_MARK = '\u0000'

/**
 * Rewrites a Markdown code span with double backquotes, which may contain backquotes, as one with single backquotes.
 */
function hideInnerMarks(sentence: string): string {
  return sentence.replace(/`` ?(.+?) ?``/g, (_, code: string) => `\`${code.replaceAll('`', HIDDEN_MARK)}\``)
}
