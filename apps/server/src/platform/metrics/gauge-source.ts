import type { Db } from '#db/connection.ts'

/**
 * A figure of the business that `/metrics` reads from the database at each scrape. Two sources may share a name; their
 * rows are listed together.
 */
export type GaugeSource = {
  name: `nukkad_${string}`
  help: string
  /** The rows to list; none where the figure has no value yet. */
  read: (db: Db) => Promise<{ labels?: Record<string, string>; value: number }[]>
}
