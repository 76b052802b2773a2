import { join } from 'node:path'
import type { CallName } from '@nukkad/contract/contract.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { classesOf, tablesByClass } from '../../../scripts/shards/classes.ts'
import { type Catalogue, shardTables } from '../../../scripts/shards/report.ts'
import { useTestApp } from './harness.ts'
import { fillForHotCalls, watchStatements } from './hot-calls.ts'

const document = join(import.meta.dirname, '../../../docs/architecture/shards.md')
const head = `# Statements and shards

This page lists the changes that Citus would need to divide the tables among several PostgreSQL servers by \`store_id\`.
[Scale](../scale.md#divide-one-shop-by-citus) says when dividing the tables pays. \`node scripts/shards.ts\` writes this
page from the schema, from the classes in \`scripts/shards/classes.ts\` and from the statements that the calls of
\`apps/server/test/hot-calls.ts\` send. Nothing here is typed by hand.

A statement stays on one shard if its text fixes \`store_id\` of every distributed table to the same store. Statements may
also read reference tables, of which each node has a copy. Statements without a distributed table run on the
coordinator. Triggers, functions and foreign keys run without a text that fixes \`store_id\`; the second table of this
page shows them.

`

const test = useTestApp({ isNoted: false })
const send = watchStatements(test)

it('gives every table of the schema exactly one class', async () => {
  const { columns } = await readCatalogue()
  const classed = Object.values(tablesByClass).flat()
  expect(classed.toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted())
})

it('docs/architecture/shards.md lists the statements of the hot path and what the schema must change', async () => {
  const requests = await fillForHotCalls(test)
  const sent: Record<string, string[]> = {}
  for (const [name, request] of Object.entries(requests))
    sent[name] = [...(await send(name as CallName, request)), ...(await send(name as CallName, request))]
  const catalogue = await readCatalogue()
  const byTable = Map.groupBy(catalogue.columns, ({ table }) => table)
  const columns = new Map([...byTable].map(([table, all]) => [table, new Set(all.map(({ column }) => column))]))
  const tables = shardTables(sent, { schema: { columns, classes: classesOf() }, catalogue })
  await expect(`${head}${tables}\n`).toMatchFileSnapshot(document)
})

async function readCatalogue(): Promise<Catalogue> {
  const { rows } = await sql<{ catalogue: Catalogue }>`
    with tables as (
      select c.oid, c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition),
    columns as (
      select t.oid, t.name as table, a.attname::text as column, a.attnum
        from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped)
    select json_build_object(
      'columns', (select json_agg(json_build_object('table', c.table, 'column', c.column) order by c.table, c.attnum)
                    from columns c),
      'keys', (select json_agg(json_build_object('table', t.name, 'name', i.indexrelid::regclass::text, 'columns', array(
                 select c.column from columns c where c.oid = t.oid and c.attnum = any (i.indkey) order by c.attnum))
                 order by t.name, i.indexrelid::regclass::text)
                 from tables t join pg_index i on i.indrelid = t.oid and (i.indisunique or i.indisexclusion)),
      'foreignKeys', (select json_agg(json_build_object('table', t.name, 'name', k.conname, 'to', k.confrelid::regclass::text,
                        'columns', array(select c.column from columns c where c.oid = t.oid and c.attnum = any (k.conkey) order by c.attnum))
                        order by t.name, k.conname)
                        from tables t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'),
      'triggers', (select json_agg(json_build_object('table', t.name, 'function', p.proname, 'source', p.prosrc)
                     order by t.name, p.proname)
                     from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
                     join pg_proc p on p.oid = g.tgfoid)) as catalogue`.execute(test.db)
  return rows[0]!.catalogue
}
