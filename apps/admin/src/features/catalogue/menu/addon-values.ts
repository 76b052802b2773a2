import type { WireInput } from '@nukkad/contract/contract.ts'
import type { AddonCategory } from './use-menu.ts'

/** The form values of an add-on category. */
export type AddonValues = {
  name: string
  type: 'SINGLE' | 'MULTI'
  description: string
  addon_limit: string
  addons: { addonId: number | null; name: string; price: string; is_active: boolean }[]
}

type Sent = WireInput<'store-owner/save-addon-category'> & WireInput<'store-owner/update-addon-category'>

export const newAddon: AddonValues['addons'][number] = { addonId: null, name: '', price: '0', is_active: true }

/** Returns the form values of a known category, or of a new category with one empty add-on. */
export function addonValues(category: AddonCategory | undefined): AddonValues {
  return {
    name: category?.name ?? '',
    description: category?.description ?? '',
    type: category && category.type !== 'SINGLE' ? 'MULTI' : 'SINGLE',
    addon_limit: String(category?.addon_limit ?? 0),
    addons: category?.addons.map(({ id, name, price, is_active }) => ({
      addonId: id,
      name,
      price,
      is_active: is_active === 1,
    })) ?? [newAddon],
  }
}

/**
 * Converts the form values into the input of the call that saves the category; an add-on without an id is a new one.
 */
export function addonInput(typed: AddonValues, { storeId, id }: { storeId: number; id: number | undefined }): Sent {
  const { name, type, description, addon_limit, addons } = typed
  return {
    store_id: storeId,
    id: id ?? 0,
    name,
    type,
    description,
    addon_limit: addon_limit || '0',
    addons: addons.map(({ addonId, is_active, ...addon }) => ({
      ...addon,
      ...(addonId !== null && { id: addonId }),
      is_active,
    })),
  }
}
