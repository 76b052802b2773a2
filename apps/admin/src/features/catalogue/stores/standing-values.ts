import type { WireInput } from '@nukkad/contract/contract.ts'
import type { AdminStore } from './use-store.ts'

const texts = ['slug', 'sku', 'offer', 'custom_featured_name', 'custom_message', 'custom_message_on_list'] as const

/** The form values that only staff can change. */
export type StandingValues = Record<
  (typeof texts)[number] | 'kind' | 'delivery_type' | 'commission_rate' | 'time_zone',
  string
> & {
  is_active: boolean
  is_featured: boolean
  category_ids: string[]
}

export function standingValues(store: AdminStore): StandingValues {
  return {
    ...Object.fromEntries(texts.map((name) => [name, store[name] ?? ''])),
    kind: store.kind,
    delivery_type: String(store.delivery_type),
    commission_rate: store.commission_rate,
    time_zone: store.time_zone,
    is_active: store.is_switched_on === 1,
    is_featured: store.is_featured === 1,
    category_ids: store.categories_ids.map(String),
  } as StandingValues
}

/** Converts the form values into the input of the call that saves the store. */
export function standingInput(typed: StandingValues, storeId: number): WireInput<'dashboard/stores/update'> {
  const { is_active, is_featured, category_ids, kind, delivery_type, ...others } = typed
  return {
    store_id: storeId,
    ...others,
    kind: kind as 'store',
    delivery_type: Number(delivery_type) as 1,
    is_active: is_active ? 1 : 0,
    is_featured: is_featured ? 1 : 0,
    category_ids: category_ids.map(Number),
  }
}
