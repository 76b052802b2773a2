import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../../apps/server/test/database.ts'
import { root } from '../steps.ts'
import { checkStatements } from './check-statements.ts'

/** The test cases: statements that fit the schema, and statements that do not fit with the expected message. */
const cases: Record<string, { source: string; problems?: RegExp[] }> = {
  'one that fits': {
    source: `export const read = (db: Db, id: number) => sql<{ id: number; email: string | null; created_at: Date }>\`
      select id, email, created_at from users where id = \${id}\`.execute(db)`,
  },
  'a column that the row does not have': {
    source: `export const read = async (db: Db) => (await sql<{ id: number }>\`select id, name from users\`.execute(db)).rows`,
    problems: [/the row does not have the column name/],
  },
  'a column that the statement does not answer': {
    source: `export const read = (db: Db) => sql<{ id: number; name: string }>\`select id from users\`.execute(db)`,
    problems: [/the statement answers no column name/],
  },
  'another type': {
    source: `export const read = (db: Db) => sql<{ id: string; total: number }>\`
      select id, count(*) as total from users group by id\`.execute(db)`,
    problems: [/id is int4, which arrives as number/, /total is int8, which arrives as bigint/],
  },
  'elements of another type': {
    source: `export const read = (db: Db) => sql<{ ids: bigint[] }>\`select array[1::bigint] as ids\`.execute(db)`,
    problems: [/ids is _int8, whose elements arrive as string/],
  },
  'null that the row does not allow': {
    source: `export const read = (db: Db) => sql<{ email: string }>\`select email::text, email from users\`.execute(db)
      export const guarded = (db: Db) => sql<{ phone: string }>\`select phone from users where phone is not null\`.execute(db)`,
    problems: [/two columns are called email/, /email may be null, and string may not/],
  },
  'what JSON cannot hold': {
    source: `export const read = (db: Db) => sql<{ row: { at: Date[] } }>\`select to_jsonb(u) as row from users u\`.execute(db)`,
    problems: [/row is jsonb, which holds no date/],
  },
  'a value that its parameter does not take': {
    source: `export const read = (db: Db, id: string, at: number, ids: string[]) => sql\`
      select from users where id = \${id} and created_at > \${at} and id = any (\${ids}) and id = \${id}::int\`.execute(db)`,
    problems: [/\$1 is int4, and string is sent/, /\$2 is timestamptz, and number is sent/, /\$3 is int4\[\]/],
  },
  'a table that there is not': {
    source: `export const read = (db: Db) => sql\`select from no_such_table\`.execute(db)`,
    problems: [/PostgreSQL refuses it: relation "no_such_table" does not exist/],
  },
  'rows without a type': {
    source: `export async function read(db: Db) {
      const { rows } = await sql\`select id from users\`.execute(db)
      await sql\`select id from users for update\`.execute(db)
      return rows
    }`,
    problems: [/the rows are read and have no type: id/],
  },
  'each arm of a condition': {
    source: `export const read = (db: Db, all: boolean) => {
      const where = all ? sql\`true\` : sql\`no_such_column = 1\`
      return sql<{ id: number }>\`select id from users where \${where}\`.execute(db)
    }`,
    problems: [/column "no_such_column" does not exist/],
  },
  'a list that conditions lengthen': {
    source: `export const read = (db: Db, name: string | null, id: number | null) => {
      const parts = [sql\`true\`]
      if (name) parts.push(sql\`name = \${name}\`)
      if (id !== null) parts.push(sql\`name = \${id}\`)
      return sql<{ id: number }>\`select id from users where \${sql.join(parts, sql\` and \`)}\`.execute(db)
    }`,
    problems: [/\$1 is text, and number is sent/, /\$2 is text, and number is sent/],
  },
  'a function that is called with SQL and a name': {
    source: `const gone = (name: string) => sql\`\${sql.ref(name)} is null\`
      async function readFrom(db: Db, table: 'users' | 'stores', where: RawBuilder<unknown>) {
        return sql<{ id: number }>\`select id from \${sql.table(table)} where \${where}\`.execute(db)
      }
      export const users = (db: Db) => readFrom(db, 'users', gone('deleted_at'))
      export const stores = (db: Db) => readFrom(db, 'stores', gone('deleted_at'))`,
    problems: [/column "deleted_at" does not exist/],
  },
  'columns by the type of what is set': {
    source: `type Set = { name?: string; email?: string }
      export const write = (db: Db, set: Set) => sql\`update users set \${sql.join(
        Object.entries(set).map(([column, value]) => sql\`\${sql.ref(column)} = \${value}\`),
      )}\`.execute(db)`,
  },
  'a text with its values beside it': {
    source: `export const read = (client: pg.Client, name: string) =>
        client.query<{ id: number }>('select id, $1::text as name from users where id = $2', [name, name])
      export const several = (client: pg.Client) => client.query("listen a; select ';' from no_such_table")`,
    problems: [/the row does not have the column name/, /\$2 is int4, and string is sent/, /no_such_table/],
  },
  'states and types as bare numbers': {
    source: `export const read = (db: Db, open: number) => sql<{ id: number }>\`
        select id from orders o where o.status = 5 or delivery_type not in (\${open}, 3)\`.execute(db)
      export const list = (db: Db, open: number) => sql<{ id: number }>\`
        select id from orders where 6 <> orders.status and status = any ('{1,2}') and status in (\${open})\`.execute(db)
      export const other = (db: Db) => sql<{ id: bigint }>\`
        select id from payouts_of(1) as p (id bigint, status text) where status = '5' limit 5\`.compile(db as Kysely<unknown>)
      export const built = (db: Kysely<{ orders: { id: number; status: number } }>) => [
        db.selectFrom('orders').select('id').where('orders.status', 'in', [8, 9]).compile(),
        db.updateTable('orders').set({ status: 6 }).where('id', '=', 6).compile(),
      ]`,
    problems: [/case-\d+\.ts:5 writes/, /case-\d+\.ts:7 writes/, /case-\d+\.ts:12 writes/, /case-\d+\.ts:13 writes/],
  },
  'SQL that is not known': {
    source: `export const read = (db: Db, where: RawBuilder<unknown>) => sql\`select from users where \${where}\`.execute(db)`,
    problems: [/nobody calls this function with SQL that could be read/],
  },
}

const start = `import { type Kysely, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
export type { Kysely, RawBuilder, pg }
type Db = Kysely<unknown>
`

describe('statements that are compared with the schema', () => {
  let folder = ''
  const reports = new Map<string, { problems: string[] }>()
  let whole: Awaited<ReturnType<typeof checkStatements>>
  let drop: (() => Promise<void>) | undefined

  beforeAll(async () => {
    // The folder with the test's sources is inside the project, so that their imports find the project's packages.
    mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
    folder = mkdtempSync(join(root, 'node_modules/.cache/sql-types-'))
    for (const [index, { source }] of Object.values(cases).entries())
      writeFileSync(join(folder, `case-${index}.ts`), start + source)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        files: Object.keys(cases).map((_, n) => `case-${n}.ts`),
      }),
    )
    const database = await cloneDatabase()
    drop = database.drop
    whole = await checkStatements(database.address, {
      root: folder,
      config: 'tsconfig.json',
      includes: () => true,
      exceptions: { 'case-0.ts#nobody': 'is there no more' },
      rowsOfAnyColumns: {},
    })
    for (const [index, name] of Object.keys(cases).entries())
      reports.set(name, { problems: whole.problems.filter((problem) => problem.startsWith(`case-${index}.ts:`)) })
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await drop?.()
  })

  it.each(Object.entries(cases))('%s', (name, { problems = [] }) => {
    const said = reports.get(name)!.problems
    expect(said).toHaveLength(problems.length)
    for (const problem of problems) expect(said).toContainEqual(expect.stringMatching(problem))
  })

  it('an exception that matches no statement is reported', () => {
    expect(whole.problems).toContain('case-0.ts#nobody is excepted and holds no such statement any more')
  })
})
