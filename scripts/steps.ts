import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** Returns the paths, from the root, of all files that git tracks or would add. */
export function listFiles(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return [...new Set(stdout.split('\0'))].filter((path) => path && existsSync(join(root, path)))
}

/**
 * Runs a program with the Node that runs this script, and waits until it ends. The program's output goes to the
 * terminal unless `quiet`.
 */
export async function run(
  program: string,
  args: readonly string[],
  { quiet = false, cwd = root, env = {} }: { quiet?: boolean; cwd?: string; env?: Record<string, string> } = {},
): Promise<{ ok: boolean; output: string }> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const collect = (chunk: Buffer, to: NodeJS.WriteStream): void => {
    output += chunk
    if (!quiet) to.write(chunk)
  }
  child.stdout.on('data', (chunk: Buffer) => collect(chunk, process.stdout))
  child.stderr.on('data', (chunk: Buffer) => collect(chunk, process.stderr))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { ok: code === 0, output }
}

export type Step = { name: string; run: () => Promise<{ passed: number; failed: number }> }

/**
 * Returns a step that is one check and passes or fails as a whole. If the check fails, the step shows the check's whole
 * output, otherwise only the first match of `shows`.
 */
export function check(
  name: string,
  program: string,
  args: readonly string[],
  { shows }: { shows?: RegExp } = {},
): Step {
  return {
    name,
    run: async () => {
      const { ok, output } = await run(program, args, { quiet: true })
      if (!ok) process.stdout.write(output)
      const line = ok && shows?.exec(output)?.[0]
      if (line) console.log(`  ${line}`)
      return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
    },
  }
}

/**
 * Runs all steps, `atOnce` of them in parallel. Prints a line when a step ends, and returns the number of checks that
 * passed and failed.
 */
export async function runSteps(
  steps: readonly Step[],
  { atOnce = 1 }: { atOnce?: number } = {},
): Promise<{ passed: number; failed: number }> {
  const total = { passed: 0, failed: 0 }
  await eachInParallel(steps, atOnce, async (step) => {
    const { passed, failed } = await runStep(step)
    total.passed += passed
    total.failed += failed
  })
  return total
}

/** Works through a list in its order, `atOnce` items in parallel. */
export async function eachInParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}

async function runStep(step: Step): Promise<{ passed: number; failed: number }> {
  const startedAt = performance.now()
  const { passed, failed } = await step.run().catch((error: Error) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${step.name}: ${passed} passed${failed > 0 ? `, ${failed} failed` : ''} (${seconds} s)`,
  )
  return { passed, failed }
}
