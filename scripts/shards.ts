import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './steps.ts'

/**
 * Lists every statement of the hot path with the condition that restricts it to one shard if tables are distributed by
 * `store_id`, or with the change that it needs. Writes docs/architecture/shards.md and prints it. `npm test` fails if
 * the page is out of date.
 */
const { ok, output } = await run(
  'node_modules/.bin/vitest',
  ['run', '--update', '--project', 'server', 'apps/server/test/shards.test.ts'],
  { quiet: true },
)
console.log(ok ? readFileSync(join(root, 'docs/architecture/shards.md'), 'utf8') : output)
process.exit(ok ? 0 : 1)
