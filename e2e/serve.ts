import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { unpackPictures } from '../demo/art/archive.ts'
import { buildServer } from '../scripts/build-server.ts'
import { foreignShops } from './foreign-shops.ts'
import { outsiders } from './outsiders.ts'
import { openAtAnyHour } from './shops.ts'

/** Starts the product with a new demo city in a temporary folder, which this script deletes at the end. */
const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-e2e-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const port = Number(process.env.E2E_PORT ?? 4310)
Object.assign(process.env, {
  DATA_DIR: dataDir,
  PORT: String(port),
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  DEMO: 'on',
  ...outsiders(port),
})
unpackPictures()
await import(pathToFileURL(await buildServer()).href)

// The script lifts the rate limits of network addresses, because all tests come from one address. The rate limits have
// their own tests.
const client = new pg.Client({
  host: join(dataDir, 'postgres'),
  user: 'nukkad',
  password: readFileSync(join(dataDir, 'postgres-password'), 'utf8'),
  database: 'nukkad',
})
await client.connect()
await client.query(`
  insert into settings (key, value)
  select key, '1000000' from unnest(array['limitCallsPerMinute', 'limitPagesPerMinute', 'limitCodesPerAddress', 'limitRegistrationsPerAddress',
    'limitLoginFailuresPerAddress', 'limitCodesToCustomersPerDay', 'limitCodesToNewcomersPerDay', 'limitCodeMailsPerDay', 'limitOrdersPerCustomer', 'limitUnpaidOrdersPerCustomer', 'limitPositionsPerRider']) as key
  on conflict (key) do update set value = excluded.value`)
await client.query(`
  insert into settings (key, value) values ('enableGoogleLogin', 'true'), ('enableFacebookLogin', 'true')
  on conflict (key) do update set value = excluded.value`)
await client.query(openAtAnyHour)
// Three stores sell in another currency than rupees, for payment providers that do not support rupees.
for (const [currency, { slug }] of Object.entries(foreignShops)) {
  const { rowCount } = await client.query(
    'update stores set currency = $1, is_active = true, is_schedulable = false where slug = $2',
    [currency, slug],
  )
  if (rowCount !== 1) throw new Error(`the demo city has no shop ${slug}`)
}
// Adds two members of staff without permissions, with the password of the demo's staff who take calls. One of the two
// added members of staff is also a customer.
await client.query(`
  with clerk as (
    insert into users (name, email, phone, password_hash, referral_code)
    select 'Hari Clerk', 'clerk@nukkad.example', '+919845067803', password_hash, 'STAFF3' from users where email = 'caller@nukkad.example'
    returning id
  )
  insert into user_roles (user_id, role) select id, 'staff' from clerk`)
await client.query(`
  with both_of_them as (
    insert into users (name, email, phone, password_hash, referral_code, phone_proved_at)
    select 'Tara Both', 'both@nukkad.example', '+919845067804', password_hash, 'STAFF4', now()
      from users where email = 'caller@nukkad.example'
    returning id
  )
  insert into user_roles (user_id, role) select id, role from both_of_them, unnest(array['staff', 'customer']) as role`)
// Adds an administrator whose sign-in is always eleven minutes old, so that protected calls ask for the password again.
await client.query(`
  with idle as (
    insert into users (name, email, phone, password_hash, referral_code)
    select 'Ila Idle', 'idle@nukkad.example', '+919845067805', password_hash, 'STAFF5' from users where email = 'operator@nukkad.example'
    returning id
  )
  insert into user_roles (user_id, role) select id, 'admin' from idle`)
await client.query(`
  create function age_proof() returns trigger language plpgsql as $$
  begin
    if new.user_id = (select id from users where email = 'idle@nukkad.example') then
      new.proved_at := now() - interval '11 minutes';
    end if;
    return new;
  end $$`)
await client.query('create trigger age_proof before insert on sessions for each row execute function age_proof()')
await client.end()
