import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './steps.ts'

/**
 * Lists every statement of the most used calls. Gives, for each statement, the condition that would restrict the
 * statement to one shard if tables were distributed by `store_id`, or else the change that the statement needs. Writes
 * the list to docs/architecture/shards.md and prints it. `npm test` fails if the page is out of date.
 */
const { ok, output } = await run(
  'node_modules/.bin/vitest',
  ['run', '--update', '--project', 'server', 'apps/server/test/shards.test.ts'],
  { quiet: true },
)
console.log(ok ? readFileSync(join(root, 'docs/architecture/shards.md'), 'utf8') : output)
process.exit(ok ? 0 : 1)
