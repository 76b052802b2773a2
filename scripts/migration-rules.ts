import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadModule, parseSync } from 'libpg-query'
import { root } from './steps.ts'

await loadModule()

/**
 * The first migration to which the rule for a running previous release applies. Older migrations ran when there was
 * only one server, which got the new release together with the migration.
 */
const FIRST = '0081'
const folder = join(root, 'apps/server/migrations')

/** Matches a line of a migration that names the migration since which no program uses a dropped table or column. */
const UNUSED_SINCE = /^-- Unused since (\d{4})\b/m
/**
 * Matches a line of a migration that says why the previous release keeps working with a change that is not additive.
 */
const WORKS_ON = /^-- The previous release .{20}/m

type Ast = { [key: string]: unknown }

/**
 * Returns a line for each change that breaks the rule of migrations (CONTRIBUTING.md): the previous release must work
 * with the new schema, because its servers keep serving while the first server of the new release migrates.
 */
export function problemsOf(name: string, text: string): string[] {
  const unusedSince = UNUSED_SINCE.exec(text)?.[1]
  if (unusedSince !== undefined && unusedSince >= name.slice(0, 4))
    return [`${name}: "Unused since ${unusedSince}" must name a migration of an earlier release`]
  const isUnused = unusedSince !== undefined
  const worksOn = WORKS_ON.test(text)
  const made = new Set<string>()
  const problems: string[] = []
  for (const { stmt } of parseSync(text).stmts ?? [])
    for (const { what, isDrop } of changesOf(stmt as Ast, made))
      if (isDrop ? !isUnused : !worksOn && !isUnused)
        problems.push(
          isDrop
            ? `${name} ${what}: let a release stop using it first, and write "-- Unused since NNNN" with the number of that release's last migration`
            : `${name} ${what}: write a line "-- The previous release …" that says why its statements still work`,
        )
  return problems
}

type Change = { what: string; isDrop: boolean }

/**
 * Returns the changes of a migration's statement that are not additive, and records the tables that the statement
 * creates.
 */
function changesOf(statement: Ast, made: Set<string>): Change[] {
  const [[kind, body]] = Object.entries(statement) as [[string, Ast]]
  const table = nameOf(body.relation)
  const change = (what: string): Change[] => (made.has(table) ? [] : [{ what, isDrop: false }])
  switch (kind) {
    case 'CreateStmt':
      made.add(table)
      return []
    case 'DropStmt':
      return [{ what: `drops (${String(body.removeType).replace('OBJECT_', '').toLowerCase()})`, isDrop: true }]
    case 'AlterTableStmt':
      return made.has(table) ? [] : (body.cmds as Ast[]).flatMap((command) => changesOfTable(command, table))
    case 'RenameStmt':
      return change(`renames in ${table}`)
    case 'IndexStmt':
      return body.unique ? change(`adds a unique index to ${table}`) : []
    case 'CreateTrigStmt':
      return body.isconstraint ? change(`adds a constraint trigger to ${table}`) : []
    case 'GrantStmt':
      return body.is_grant ? [] : [{ what: 'takes rights', isDrop: false }]
    case 'TruncateStmt':
      return [{ what: 'empties tables', isDrop: false }]
    case 'DoStmt':
      return [{ what: 'runs a block that this check cannot read', isDrop: false }]
    default:
      return []
  }
}

function changesOfTable(command: Ast, table: string): Change[] {
  const { subtype, name, def } = command.AlterTableCmd as Ast
  const place = `${table}.${name ?? ''}`
  const change = (what: string): Change[] => [{ what, isDrop: false }]
  switch (subtype) {
    case 'AT_DropColumn':
      return [{ what: `drops ${place}`, isDrop: true }]
    case 'AT_DropConstraint':
      return change(`drops the constraint ${name}`)
    case 'AT_AddConstraint':
      return change(`adds a constraint to ${table}`)
    case 'AT_AlterColumnType':
      return change(`changes the type of ${place}`)
    case 'AT_SetNotNull':
      return change(`refuses null in ${place}`)
    case 'AT_ColumnDefault':
      return def ? [] : change(`drops the default of ${place}`)
    case 'AT_AddColumn':
      return isFilledByCaller(def as Ast)
        ? change(`adds a column to ${table} that has no default and refuses null`)
        : []
    default:
      return []
  }
}

/** Returns whether a new column requires a value that the statements of the previous release do not give. */
function isFilledByCaller({ ColumnDef }: Ast): boolean {
  const { constraints = [] } = ColumnDef as { constraints?: { Constraint: { contype: string } }[] }
  const kinds = new Set(constraints.map(({ Constraint }) => Constraint.contype))
  const isFilled = ['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'].some((kind) => kinds.has(kind))
  return kinds.has('CONSTR_NOTNULL') && !isFilled
}

function nameOf(relation: unknown): string {
  return String((relation as { relname?: string } | undefined)?.relname ?? '')
}

/** Checks all migrations from the first one to which the rule applies. */
export function checkMigrations(): string[] {
  return readdirSync(folder)
    .filter((name) => name >= FIRST && name.endsWith('.sql'))
    .toSorted()
    .flatMap((name) => problemsOf(name, readFileSync(join(folder, name), 'utf8')))
}

if (import.meta.main) {
  const problems = checkMigrations()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
