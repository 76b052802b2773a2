import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'

/** `today` is the current date in the salon's time zone. */
type Salon = { currency: string; time_zone: string; today: string }

/**
 * Returns the currency, the time zone and the date of a salon.
 * @throws AppError NOT_FOUND also for a store that is no salon
 */
export async function getSalon(db: Db, storeId: number): Promise<Salon> {
  const { rows } = await sql<Salon>`
    select s.currency, s.time_zone, to_char(now() at time zone s.time_zone, 'YYYY-MM-DD') as today
      from stores s where s.id = ${storeId} and s.kind = 'salon'`.execute(db)
  const [salon] = rows
  if (!salon) throw new AppError('NOT_FOUND')
  return salon
}
