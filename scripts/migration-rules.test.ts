import { expect, test } from 'vitest'
import { checkMigrations, problemsOf } from './migration-rules.ts'

const problems = (sql: string) => problemsOf('0100_x.sql', sql)

test.each([
  'create table plants (id int not null, name text not null, constraint plants__id primary key (id))',
  'create table plants (id int); alter table plants add constraint plants__id check (id > 0); create unique index on plants (id)',
  'alter table stores add column colour text',
  "alter table stores add column colour text not null default 'red'",
  'alter table stores add column no bigint generated always as identity',
  'alter table stores alter column name drop not null',
  "alter table stores alter column name set default 'shop'",
  'create index stores__colour on stores (colour)',
  'create or replace function f() returns int language sql as $$ select 1 $$',
  'update stores set colour = 1',
  'grant select on stores to nukkad_app',
])('additive: %s', (sql) => {
  expect(problems(sql)).toEqual([])
})

const explained = '-- The previous release writes only values that the new check allows.\n'
test.each([
  ['alter table stores add column colour text not null', 'adds a column to stores that has no default'],
  ['alter table stores alter column name type varchar(3)', 'changes the type of stores.name'],
  ['alter table stores alter column colour set not null', 'refuses null in stores.colour'],
  ['alter table stores alter column colour drop default', 'drops the default of stores.colour'],
  ['alter table stores add constraint stores__c check (id > 0)', 'adds a constraint to stores'],
  ['alter table stores drop constraint stores__c', 'drops the constraint stores__c'],
  ['alter table stores rename column a to b', 'renames in stores'],
  ['alter table stores rename to shops', 'renames in stores'],
  ['create unique index on stores (name)', 'adds a unique index to stores'],
  ['create constraint trigger t after update on stores for each row execute function f()', 'a constraint trigger'],
  ['revoke select on stores from nukkad_app', 'takes rights'],
  ['truncate stores', 'empties tables'],
  ['do $$ begin execute 1; end $$', 'cannot read'],
])('needs a reason: %s', (sql, what) => {
  expect(problems(sql)).toEqual([expect.stringContaining(what)])
  expect(problems(`${explained}${sql}`)).toEqual([])
})

test.each(['alter table stores drop column colour', 'drop table stores', 'drop function f', 'drop index i'])(
  'needs an earlier release that does not use it: %s',
  (sql) => {
    expect(problems(sql)).toEqual([expect.stringContaining('drops')])
    expect(problems(`${explained}${sql}`)).toHaveLength(1)
    expect(problems(`-- Unused since 0099.\n${sql}`)).toEqual([])
    expect(problems(`-- Unused since 0100.\n${sql}`)).toEqual([expect.stringContaining('an earlier release')])
  },
)

test('the migrations of this repository follow the rules', () => {
  expect(checkMigrations()).toEqual([])
})
