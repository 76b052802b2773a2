import { useChosenStore } from '#lib/chosen-store.ts'
import { useMember } from '#lib/session.ts'

/** Returns the store of the counter pages: the only one, or the one that an owner of several has selected. */
export function useShownStore() {
  const { stores } = useMember()
  const [chosen] = useChosenStore()
  const store = stores.length === 1 ? stores[0] : stores.find(({ id }) => String(id) === chosen)
  return { store, hasSeveral: stores.length > 1 }
}
