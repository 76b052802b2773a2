import pg from 'pg'
import type { Node } from 'typescript/unstable/ast'
import type { Type } from 'typescript/unstable/sync'
import { findBareCodes } from './bare-codes.ts'
import { readAll } from './choices.ts'
import { compareColumns, compareParameters } from './compare.ts'
import { type Description, Oracle } from './describe.ts'
import { numbered, Reading, type Sent, Unreadable } from './evaluate.ts'
import { functionAround, Program, placeOf } from './program.ts'
import { callersIn, findStatements, nameOf, type Statement } from './statements.ts'

export type Sources = {
  root: string
  /** The path of the tsconfig file, relative to `root`. */
  config: string
  /** Chooses the files to read, by their path from `root`. */
  includes: (path: string) => boolean
  /**
   * Functions, as `file#function`, whose statements are accepted although they cannot be prepared, each with the
   * reason.
   */
  exceptions: Readonly<Record<string, string>>
  /**
   * Functions, as `file#function`, that choose the columns of their statements while the program runs, each with the
   * reason why their types still fit.
   */
  rowsOfAnyColumns: Readonly<Record<string, string>>
}
/** The report about all statements. One statement has several `texts` if its SQL depends on a condition. */
type Report = { statements: number; texts: number; excepted: number; problems: string[] }
type Text = { text: string; sent: Sent[] }

/**
 * Prepares every statement of the sources on a migrated database and compares the types that PostgreSQL reports for the
 * statement's parameters and columns with the types in the program. The function does not check:
 *
 * - `sql` inside a query of the query builder, which is not a complete statement;
 * - null from an expression or an outer join, because PostgreSQL reports from which table a column comes, but not that
 *   a join can make it null;
 * - the content of JSON, except for values that JSON cannot represent (bigint, Date);
 * - the values of a string: the constraints of the table check a status that is sent as a string.
 *
 * A nullable column may be declared as never null if the statement compares it or writes it.
 */
export async function checkStatements(connection: pg.ClientConfig, sources: Sources): Promise<Report> {
  const client = new pg.Client(connection)
  await client.connect()
  const program = new Program(sources)
  try {
    const oracle = new Oracle(client)
    await oracle.load()
    return await new Check(program, oracle, sources).run()
  } finally {
    program.close()
    await client.end()
  }
}

class Refused extends Error {}

class Check {
  readonly #program: Program
  readonly #oracle: Oracle
  readonly #sources: Sources
  readonly #faults = new Set<string>()
  readonly #used = new Set<string>()
  #texts = 0
  #excepted = 0

  constructor(program: Program, oracle: Oracle, sources: Sources) {
    this.#program = program
    this.#oracle = oracle
    this.#sources = sources
  }

  async run(): Promise<Report> {
    const statements = findStatements(this.#program)
    const callersOf = callersIn(this.#program)
    for (const bare of this.#program.files.flatMap(findBareCodes))
      this.#fault(bare, 'writes a state or a type of an order as a bare number: take it from #db/codes.ts')
    for (const statement of statements) await this.#check(statement, callersOf)
    const { exceptions, rowsOfAnyColumns } = this.#sources
    for (const name of Object.keys({ ...exceptions, ...rowsOfAnyColumns }))
      if (!this.#used.has(name)) this.#faults.add(`${name} is excepted and holds no such statement any more`)
    return {
      statements: statements.length,
      texts: this.#texts,
      excepted: this.#excepted,
      problems: [...this.#faults].sort(),
    }
  }

  async #check(statement: Statement, callersOf: ReturnType<typeof callersIn>): Promise<void> {
    try {
      const read = readAll((choices) =>
        Reading.read(this.#program, choices, callersOf, (reading) => readText(statement, reading)),
      )
      if (read.length === 0) throw new Unreadable('no reading of this statement reaches the database', statement.node)
      const texts = new Map(read.map((one) => [one.text, one]))
      for (const one of texts.values())
        for (const text of one.sent.length === 0 ? splitCommands(one.text) : [one.text])
          await this.#prepare(statement, { ...one, text })
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof Refused)) throw error
      const holder = holderOf(statement.node, this.#sources.root)
      if (this.#sources.exceptions[holder]) {
        this.#used.add(holder)
        this.#excepted++
      } else if (error instanceof Refused) this.#fault(statement.node, error.message)
      else this.#fault(statement.node, `${error.message} (${placeOf(error.node, this.#sources.root)})`)
    }
  }

  async #prepare({ node, row, readsRows }: Statement, text: Text): Promise<void> {
    const description = await this.#describe(text.text)
    this.#texts++
    for (const { sent, problem } of compareParameters(text, description, this.#oracle)) this.#fault(sent.node, problem)
    if (!row) {
      if (readsRows && description.columns.length > 0)
        this.#fault(node, `the rows are read and have no type: ${description.columns.map(({ name }) => name).join()}`)
    } else if (!this.#mayHaveAnyColumns(node, row)) {
      const facts = { program: this.#program, oracle: this.#oracle, text: text.text }
      for (const problem of compareColumns(row, description, facts)) this.#fault(node, problem)
    }
  }

  async #describe(text: string): Promise<Description> {
    try {
      return await this.#oracle.describe(text)
    } catch (error) {
      throw new Refused(`PostgreSQL refuses it: ${(error as Error).message}\n${text}`)
    }
  }

  #mayHaveAnyColumns(node: Node, row: Type): boolean {
    const holder = holderOf(node, this.#sources.root)
    if (!this.#sources.rowsOfAnyColumns[holder] || this.#program.propertiesOf(row)) return false
    this.#used.add(holder)
    return true
  }

  #fault(node: Node, message: string): void {
    this.#faults.add(`${placeOf(node, this.#sources.root)} ${message}`)
  }
}

function readText({ sends }: Statement, reading: Reading): Text {
  if ('sql' in sends) return numbered(reading.sqlAt(sends.sql))
  return { text: reading.textAt(sends.text), sent: sends.values ? reading.valuesAt(sends.values) : [] }
}

/** Returns the file and the function that contain a statement, such as `apps/server/src/db/migrate.ts#runMigration`. */
function holderOf(node: Node, root: string): string {
  let holder = functionAround(node)
  while (holder && !nameOf(holder)) holder = functionAround(holder)
  return `${placeOf(node, root).replace(/:\d+$/, '')}#${(holder && nameOf(holder)?.getText()) ?? ''}`
}

/**
 * Splits SQL without parameters at each `;` outside quotes, because PostgreSQL accepts several commands in one message.
 */
function splitCommands(text: string): string[] {
  const pieces = text.match(/(?:\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|[^;'"$]|\$)+/g) ?? []
  return pieces.filter((piece) => piece.trim() !== '')
}
