import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyTree, follow, runIn } from './recipes/copy.ts'
import { listRecipes, type Recipe } from './recipes/recipe.ts'
import { eachInParallel } from './steps.ts'

/** Number of checks of recipes that run in parallel; a type check uses one core. */
const AT_ONCE = 2
/** Matches the checks that need a database. */
const WITH_DATABASE = /--project server|schema-types/

/**
 * Follows the recipes of `docs/recipes` in a copy of the tree and runs their checks. Without an option, all recipes
 * share one copy. With `--short`, all recipes share one copy too, and the checks that need a database do not run. With
 * `--each`, each recipe has a separate copy, and each check must fail while its step is missing. Names of recipes after
 * the options restrict the run to these recipes.
 */
if (import.meta.main) {
  const words = process.argv.slice(2)
  const names = words.filter((word) => !word.startsWith('--'))
  const recipes = listRecipes().filter(({ name }) => names.length === 0 || names.includes(name))
  const problems = words.includes('--each')
    ? await tryEach(recipes, { isWhole: false })
    : await tryTogether(recipes, words.includes('--short'))
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  console.log(`${recipes.length} recipes: ${recipes.map(({ name }) => name).join(', ')}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

/**
 * Follows all recipes in one copy. Returns a line for each instruction that cannot be followed and each check that
 * fails.
 */
async function tryTogether(recipes: readonly Recipe[], isShort: boolean): Promise<string[]> {
  return inCopy(async (tree) => {
    for (const recipe of recipes) {
      const problem = await followAll(recipe, tree)
      if (problem) return [problem]
    }
    const commands = mergeCommands(recipes.flatMap(({ checks }) => checks.map(({ command }) => command)))
    return failures(tree, isShort ? commands.filter((command) => !WITH_DATABASE.test(command)) : commands)
  })
}

/**
 * Follows each recipe in its own copy. Returns a line for each check that passes while its step is missing, or fails at
 * the end.
 * @param isWhole whether to run the whole test suite at the end instead of the recipe's own checks
 */
export async function tryEach(recipes: readonly Recipe[], { isWhole }: { isWhole: boolean }): Promise<string[]> {
  const problems: string[] = []
  for (const recipe of recipes) {
    for (const { command, step } of recipe.checks)
      if (step && (await passesWithout(recipe, { command, step })))
        problems.push(`${recipe.name}: "${command}" passes without step ${step}`)
    const commands = isWhole ? ['node scripts/test.ts'] : recipe.checks.map(({ command }) => command)
    problems.push(
      ...(await inCopy(async (tree) => {
        const problem = await followAll(recipe, tree)
        return problem ? [problem] : failures(tree, mergeCommands(commands))
      })),
    )
  }
  return problems
}

function passesWithout(recipe: Recipe, { command, step }: { command: string; step: number }): Promise<boolean> {
  return inCopy(async (tree) => {
    // A step also counts as checked if a later instruction cannot be followed without it.
    if (await followAll(recipe, tree, step)) return false
    return (await runIn(tree, command)).ok
  })
}

/**
 * Follows a recipe in a copy of the tree, without the step `leftOut` if it is given. Returns the first problem of the
 * recipe.
 */
async function followAll({ name, steps }: Recipe, tree: string, leftOut?: number): Promise<string | undefined> {
  for (const { number, instructions } of steps)
    for (const instruction of number === leftOut ? [] : instructions)
      try {
        await follow(instruction, tree)
      } catch (error) {
        return `${name}, step ${number}: ${(error as Error).message}`
      }
  return undefined
}

async function failures(tree: string, commands: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  await eachInParallel(commands, AT_ONCE, async (command) => {
    const { ok, output } = await runIn(tree, command)
    if (!ok) failed.push(`${command} fails:\n${output.split('\n').slice(-60).join('\n')}`)
  })
  return failed
}

/** Returns each command of the recipes' checks once; the Vitest commands of one project are joined into one. */
export function mergeCommands(commands: readonly string[]): string[] {
  const merged = new Map<string, Set<string>>()
  for (const command of commands) {
    const [start = command] = /^vitest run --project \w+/.exec(command) ?? []
    const files = merged.get(start) ?? new Set()
    for (const file of command.slice(start.length).split(' ')) if (file) files.add(file)
    merged.set(start, files)
  }
  return [...merged].map(([start, files]) => [start, ...files].join(' '))
}

async function inCopy<Result>(body: (tree: string) => Promise<Result>): Promise<Result> {
  const tree = mkdtempSync(join(tmpdir(), 'nukkad-recipe-'))
  try {
    copyTree(tree)
    return await body(tree)
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}
