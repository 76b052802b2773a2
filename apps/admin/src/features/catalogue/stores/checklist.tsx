import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import { ask } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { type Step, stepsOf } from './opening-steps.ts'
import type { ShownStore } from './use-store.ts'

/** Returns the steps until a store can open that the person may see; undefined while they load. */
export function useOpeningSteps(store: ShownStore): Step[] | undefined {
  const isAsked = store.is_accepted === 0
  const mayMenu = useMay({ permission: 'items_view', owners: true, storeId: store.id })
  const mayPay = useMay({ permission: 'store_payouts_manage', owners: true, storeId: store.id })
  const asked = { store_id: store.id }
  const hours = useQuery({ ...ask('store-owner/get-hours', asked), enabled: isAsked })
  const menu = useQuery({ ...ask('store-owner/get-menu-with-details', asked), enabled: isAsked && mayMenu })
  const payout = useQuery({ ...ask('store-owner/get-payout-details', asked), enabled: isAsked && mayPay })
  if (!isAsked) return []
  if ([hours, menu, payout].some(({ isLoading }) => isLoading)) return undefined
  return stepsOf(store, { hours: hours.data, menu: menu.data, payout: payout.data })
}

/**
 * Lists the steps until a store can open, each with a link to its page. The list of steps disappears when the store is
 * approved.
 */
export function StoreChecklist({ store }: { store: ShownStore }) {
  const steps = useOpeningSteps(store)
  if (!steps || steps.length === 0) return null
  const missing = steps.filter(({ isDone }) => !isDone).length
  return (
    <section aria-labelledby="until-open" className="card mb-5 p-4">
      <h2 id="until-open" className="text-heading">
        {missing === 0
          ? 'The store is ready to be approved'
          : `${missing} of ${steps.length} steps are left until the store can open`}
      </h2>
      <ol className="mt-2 flex flex-wrap gap-x-5">
        {steps.map(({ key, title, to, section, isDone }) => (
          <li key={key} className="flex min-h-11 items-center gap-2">
            {isDone ? (
              <Check role="img" aria-label="Done" className="size-5 text-ok" />
            ) : (
              <Circle role="img" aria-label="To do" className="size-5 text-ink-2" />
            )}
            <Link to={to as never} search={(section ? { section } : {}) as never} className="text-brand underline">
              {title}
            </Link>
          </li>
        ))}
      </ol>
      {missing > 0 ? (
        <p className="mt-1 text-small text-ink-2">
          You can approve the store before all steps are done, but customers would find it incomplete.
        </p>
      ) : null}
    </section>
  )
}
