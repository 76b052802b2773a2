import type { Output } from '@nukkad/contract/contract.ts'
import type { ShownStore } from './use-store.ts'

export type Step = { key: string; title: string; to: string; section?: string; isDone: boolean }

type Read = {
  hours: Pick<Output<'store-owner/get-hours'>, 'schedule_data'> | undefined
  menu: { categories: readonly { items: readonly unknown[] }[] } | undefined
  payout: { details: object } | undefined
}

/** Returns the steps until a store can open, without those that the person may not see. */
export function stepsOf(store: Pick<ShownStore, 'id' | 'image' | 'delivery_radius'>, read: Read): Step[] {
  const to = `/stores/${store.id}`
  const { hours, menu, payout } = read
  return [
    ...(hours
      ? [
          {
            key: 'hours',
            title: 'Opening hours',
            to,
            section: 'hours',
            isDone: Object.values(hours.schedule_data).some((windows) => windows.length > 0),
          },
        ]
      : []),
    ...(menu
      ? [
          {
            key: 'menu',
            title: 'At least one item on the menu',
            to: `${to}/menu`,
            isDone: menu.categories.some(({ items }) => items.length > 0),
          },
        ]
      : []),
    { key: 'picture', title: 'Picture', to, section: 'pictures', isDone: store.image !== '' },
    { key: 'reach', title: 'Delivery area', to, section: 'reach', isDone: store.delivery_radius > 0 },
    ...(payout
      ? [
          {
            key: 'payout',
            title: 'Payout details',
            to,
            section: 'payout',
            isDone: Object.values(payout.details).some((value) => typeof value === 'string' && value !== ''),
          },
        ]
      : []),
  ]
}
