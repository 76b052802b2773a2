import { benchCalls } from '../bench/calls.ts'
import { benchMenu } from '../bench/menu.ts'
import { benchOrders } from '../bench/orders.ts'
import { benchSearch } from '../bench/search.ts'
import { benchStart } from '../bench/start.ts'
import { benchStoreLists, type Row } from '../bench/stores.ts'
import { benchTown } from '../bench/town.ts'
import { benchVisits } from '../bench/visits.ts'
import { benchYear } from '../bench/year.ts'
import { unpackPictures } from '../demo/art/archive.ts'

/**
 * `npm run bench` measures everything except `year` and `town`; `npm run bench -- stores` measures one part. `--
 * --small` leaves out the part with a million rows. `year` fills a million orders, which takes minutes, and `town`
 * checks nothing, so these two run only by name.
 */
const parts: Record<string, () => Promise<Row[]>> = {
  stores: () => benchStoreLists(process.argv.includes('--small') ? [1000, 10_000, 100_000] : undefined),
  menu: benchMenu,
  search: benchSearch,
  orders: benchOrders,
  calls: benchCalls,
  visits: benchVisits,
  year: benchYear,
  start: benchStart,
  town: benchTown,
}
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const wanted = named.length > 0 ? named : Object.keys(parts).filter((name) => name !== 'year' && name !== 'town')
unpackPictures()
let missed = 0
for (const [name, part] of Object.entries(parts)) {
  if (!wanted.includes(name)) continue
  for (const row of await part()) {
    if (row.ratio < row.aim) missed += 1
    const figures = `${row.product.toFixed(1).padStart(9)} against ${row.limit.toFixed(1).padStart(9)}`
    console.log(
      `${row.ratio >= row.aim ? '✓' : '✗'} ${row.what.padEnd(52)} ${figures}  ratio ${row.ratio.toFixed(2)} (aim ${row.aim})  ${row.note}`,
    )
  }
}
process.exit(missed > 0 ? 1 : 0)
