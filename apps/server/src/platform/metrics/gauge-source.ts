import type { Db } from '#db/connection.ts'

/** The business metrics in `/metrics`, each with its help text; several domains may add values to one metric. */
export const gauges = {
  nukkad_waiting_for_person: 'Disputes, payment issues and approval requests that need manual action',
  nukkad_book_differences: 'Differences that the newest ledger check found',
  nukkad_book_check_age_seconds: 'Age of the newest ledger check',
  nukkad_alarms: 'Open alarms by code',
  nukkad_oldest_job_seconds: 'Delay of the oldest job that should have run; 0 if none is late',
  nukkad_webhook_deliveries_failing: 'Deliveries to webhook endpoints that failed at least once and are tried again',
  nukkad_backup_age_seconds: 'Age of the newest complete backup',
} as const

export type GaugeName = keyof typeof gauges
export type GaugeRow = { name: GaugeName; labels?: Record<string, string>; value: number }

/** Reads metrics from the database at each scrape; a metric without a value has no row. */
export type GaugeSource = (db: Db) => Promise<GaugeRow[]>
