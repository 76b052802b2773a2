import { weekdays } from '@nukkad/rules/opening-hours.ts'
import { addDays, wallClock } from '@nukkad/rules/wall-clock.ts'
import type { TestApp } from './harness.ts'

export type TestSalon = Awaited<ReturnType<ReturnType<typeof createSalons>['salon']>>

type SalonOptions = {
  stylists?: number
  chairs?: number
  storeRow?: object
  /** The columns of the haircut's row in `services` that the test changes. */
  cut?: object
}

/** Returns helpers that create salons whose people work day and night, so that no test depends on the hour. */
export function createSalons(test: TestApp) {
  /**
   * Creates a salon with two services: a haircut of 30 minutes at 400.00, and a colour at 1,000.00 that takes 30
   * minutes, 35 minutes in which the stylist is free, and 20 minutes.
   */
  async function salon({ stylists = 2, chairs = 2, storeRow = {}, cut = {} }: SalonOptions = {}) {
    const store = await test.build.store({ kind: 'salon', delivery_type: 4, time_zone: 'Asia/Kolkata', ...storeRow })
    const owner = await test.build.owner({ stores: [store] })
    const cutItem = await test.build.item({ store_id: store.id, name: 'Haircut', price_minor: 40_000n })
    const colourItem = await test.build.item({ store_id: store.id, name: 'Colour', price_minor: 100_000n })
    const shampoo = await test.build.item({ store_id: store.id, name: 'Shampoo', price_minor: 25_000n })
    const chair = (minutes: number, needsStylist = true) => ({ minutes, needsStylist, resourceKind: 'chair' })
    await test.db
      .insertInto('services')
      .values([
        { item_id: cutItem.id, store_id: store.id, segments: JSON.stringify([chair(30)]), ...cut },
        {
          item_id: colourItem.id,
          store_id: store.id,
          segments: JSON.stringify([chair(30), chair(35, false), chair(20)]),
        },
      ])
      .execute()
    const people = []
    for (let index = 0; index < stylists; index++)
      people.push(await addStylist(store.id, [cutItem.id, colourItem.id], `Nila ${index + 1}`))
    for (let index = 0; index < chairs; index++)
      await test.db
        .insertInto('resources')
        .values({ store_id: store.id, kind: 'chair', name: `Chair ${index + 1}` })
        .execute()
    return { store, owner, cut: cutItem.id, colour: colourItem.id, shampoo: shampoo.id, stylists: people }
  }

  async function addStylist(storeId: number, itemIds: readonly number[], name: string): Promise<number> {
    const { id } = await test.db
      .insertInto('stylists')
      .values({ store_id: storeId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await test.db
      .insertInto('stylist_hours')
      .values(weekdays.map((_, weekday) => ({ stylist_id: id, weekday, opens_at: '00:00', closes_at: '24:00' })))
      .execute()
    await test.db
      .insertInto('stylist_services')
      .values(itemIds.map((item_id) => ({ stylist_id: id, item_id })))
      .execute()
    return id
  }

  /**
   * Adds a service that is longer than a day only with its add-on. Returns the service with the add-on in the form in
   * which a request names it.
   */
  async function tooLong({ store }: { store: { id: number } }): Promise<{ services: object[] }> {
    const item = await test.build.item({ store_id: store.id, name: 'Day', price_minor: 1_000n })
    const { addons } = await test.build.addons({ item, name: 'More', options: [{ name: 'An hour', price_minor: 0n }] })
    const segments = JSON.stringify([{ minutes: 1440, needsStylist: false, resourceKind: null }])
    await test.db.insertInto('services').values({ item_id: item.id, store_id: store.id, segments }).execute()
    await test.db.insertInto('addon_minutes').values({ addon_id: addons[0]!.id, minutes: 60 }).execute()
    return { services: [{ item_id: item.id, addons: [addons[0]!.id] }] }
  }

  return { salon, addStylist, tooLong }
}

/** Returns a start time as ISO 8601: `days` days from now, at a minute of the day in India. */
export function startIn(days: number, minute = 10 * 60): string {
  const { date } = wallClock(new Date(), 'Asia/Kolkata')
  return new Date(Date.parse(`${addDays(date, days)}T00:00:00+05:30`) + minute * 60_000).toISOString()
}
