import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles, root, run } from '../steps.ts'
import type { Instruction } from './recipe.ts'

/** The npm scope of this repository's packages. */
const OWN = '@nukkad'
const MIGRATIONS = 'apps/server/migrations'

/**
 * Copies the working tree into an empty folder, with links to the installed packages.
 */
export function copyTree(to: string): void {
  for (const file of listFiles()) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    copyFileSync(join(root, file), join(to, file))
  }
  linkPackages(to)
  // The copy becomes a git repository, because some checks list files with git.
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
  ])
    spawnSync('git', args, { cwd: to })
}

/**
 * Links the installed packages into a copy of the tree. The copy links the packages of this repository to its own
 * folders.
 */
export function linkPackages(to: string): void {
  const [installed, linked] = [join(root, 'node_modules'), join(to, 'node_modules')]
  mkdirSync(join(linked, OWN), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== OWN && name !== '.cache') symlinkSync(join(installed, name), join(linked, name))
  for (const name of readdirSync(join(installed, OWN))) {
    // The link to a package of this repository is relative, so in the copy it leads to the copy's own package.
    const target = readlinkSync(join(installed, OWN, name))
    symlinkSync(target, join(linked, OWN, name))
    // Links the packages that npm installed in the folder of a workspace, because only this workspace uses them, or
    // uses another version of them.
    const packages = join(installed, OWN, target, 'node_modules')
    if (existsSync(packages)) symlinkSync(packages, join(linked, OWN, target, 'node_modules'))
  }
}

/**
 * Follows one instruction in a copy of the tree.
 * @throws Error if a file to create exists, an anchor does not occur exactly once, or a command fails
 */
export async function follow(instruction: Instruction, tree: string): Promise<void> {
  switch (instruction.kind) {
    case 'create':
      return create(join(tree, numbered(instruction.file, tree)), instruction.text)
    case 'copy':
      return create(join(tree, instruction.to), readFileSync(join(tree, instruction.from), 'utf8'))
    case 'run': {
      const { ok, output } = await runIn(tree, instruction.command)
      if (!ok) throw new Error(`${instruction.command} failed:\n${output}`)
      return
    }
    default:
      return edit(instruction, join(tree, instruction.file))
  }
}

function create(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { flag: 'wx' })
}

/** Replaces `NNNN` in the name of a migration with the next free number. */
function numbered(file: string, tree: string): string {
  if (!file.startsWith(`${MIGRATIONS}/NNNN`)) return file
  const last = readdirSync(join(tree, MIGRATIONS))
    .filter((name) => /^\d{4}_/.test(name))
    .toSorted()
    .at(-1)!
  return file.replace('NNNN', String(Number(last.slice(0, 4)) + 1).padStart(4, '0'))
}

function edit(instruction: Extract<Instruction, { anchor: string }>, path: string): void {
  const before = readFileSync(path, 'utf8')
  const { anchor, text } = instruction
  const count = before.split(anchor).length - 1
  if (count !== 1) throw new Error(`"${anchor}" occurs ${count} times in ${instruction.file}, and not once`)
  writeFileSync(
    path,
    before.replace(lineWith(before, anchor, instruction.kind === 'replace'), (found) => {
      if (instruction.kind === 'replace') return text.trimEnd()
      return instruction.where === 'after' ? found + text : text + found
    }),
  )
}

/** Returns the anchor of an instruction or, for an insertion, the whole line that contains the anchor. */
function lineWith(text: string, anchor: string, isReplaced: boolean): string {
  if (isReplaced) return anchor
  const at = text.indexOf(anchor)
  return text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at) + 1)
}

/**
 * Runs a command of a recipe in the copy of the tree: `node …` or a tool of the installed packages. A type check runs
 * with one thread, because each further thread computes the types of the contract again.
 */
export function runIn(tree: string, command: string): Promise<{ ok: boolean; output: string }> {
  const [program, ...args] = command.split(' ')
  const path = program === 'node' ? process.execPath : join(tree, 'node_modules/.bin', program!)
  if (program === 'tsc') args.push('--singleThreaded')
  return run(path, args, { quiet: true, cwd: tree })
}
