import { classNames } from '@nukkad/ui/class-names.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Copy, UtensilsCrossed } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { ChargesForm } from '#features/catalogue/stores/charges-form.tsx'
import { StoreChecklist, useOpeningSteps } from '#features/catalogue/stores/checklist.tsx'
import { DuplicateStore } from '#features/catalogue/stores/duplicate-store.tsx'
import { GatewaysForm } from '#features/catalogue/stores/gateways-form.tsx'
import { HoursForm } from '#features/catalogue/stores/hours-form.tsx'
import { PayoutForm } from '#features/catalogue/stores/payout-form.tsx'
import { StorePeople } from '#features/catalogue/stores/people.tsx'
import { StorePicture } from '#features/catalogue/stores/pictures.tsx'
import { ProfileForm } from '#features/catalogue/stores/profile-form.tsx'
import { StandingForm } from '#features/catalogue/stores/standing-form.tsx'
import {
  type AdminStore,
  rereadStore,
  type ShownStore,
  useStore,
  useStoreId,
} from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { useCurrentInView } from '#lib/current-in-view.ts'
import { useGo } from '#lib/go.ts'
import { may, useMay, useMember } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'

const Employees = lazy(async () => ({
  default: (await import('#features/identity/employees/employees.tsx')).Employees,
}))
const ReachForm = lazy(async () => ({ default: (await import('#features/catalogue/stores/reach-form.tsx')).ReachForm }))

type Section = { id: string; title: string; isShown: boolean; draw: (store: ShownStore) => ReactNode }

/** Shows a store section by section; its menu has its own page. */
export default function StoreRoute() {
  const id = useStoreId()
  const { store, error } = useStore(id)
  const sections = useSections(id)
  const search = useSearch({ strict: false }) as { section?: string }
  const shown = sections.find((section) => section.id === search.section) ?? sections[0]!
  const strip = useCurrentInView<HTMLElement>(shown.id)
  if (error && !store)
    return (
      <>
        <PageHead title="Store" back={{ to: '/stores', title: 'Stores' }} />
        <p role="alert">{error.message}</p>
      </>
    )
  return (
    <>
      <PageHead
        title={store?.name ?? 'Store'}
        text={store ? <Standing store={store} /> : null}
        back={{ to: '/stores', title: 'Stores' }}
      >
        {store ? <Actions store={store} /> : null}
      </PageHead>
      {store ? <StoreChecklist store={store} /> : null}
      <div className="grid items-start gap-6 large:grid-cols-[12rem_minmax(0,52rem)]">
        <nav ref={strip} aria-label="Sections" className="flex gap-1 overflow-x-auto large:flex-col">
          {sections.map((section) => (
            <Link
              key={section.id}
              to="."
              search={{ section: section.id } as never}
              aria-current={section === shown ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 shrink-0 items-center rounded-control px-3',
                section === shown ? 'bg-tint text-on-tint' : 'hover:bg-sunken',
              )}
            >
              {section.title}
            </Link>
          ))}
        </nav>
        {store ? (
          <Suspense fallback={null}>
            <div key={`${store.id} ${shown.id}`}>{shown.draw(store)}</div>
          </Suspense>
        ) : null}
      </div>
    </>
  )
}

/**
 * Returns the sections that the person sees. Staff who can only view a store see its profile and not the other
 * sections, which they could not save.
 */
function useSections(storeId: number): Section[] {
  const member = useMember()
  const isOwner = member.role === 'store_owner'
  const mayEdit = may(member, { permission: 'stores_edit', owners: true, storeId })
  const mayPay = may(member, { permission: 'store_payouts_manage', owners: true, storeId })
  const call = 'store-owner/employees'
  const mayPeople = may(member, { permission: 'store_owners_manage_stores', owners: true, call, storeId })
  const sections: Section[] = [
    { id: 'profile', title: 'Profile', isShown: true, draw: (store) => <ProfileForm store={store} /> },
    { id: 'hours', title: 'Hours', isShown: true, draw: ({ id }) => <HoursForm storeId={id} /> },
    { id: 'reach', title: 'Delivery area', isShown: mayEdit, draw: (store) => <ReachForm store={store} /> },
    { id: 'charges', title: 'Charges', isShown: mayEdit, draw: (store) => <ChargesForm store={store} /> },
    { id: 'gateways', title: 'Payment methods', isShown: mayEdit, draw: ({ id }) => <GatewaysForm storeId={id} /> },
    { id: 'pictures', title: 'Pictures', isShown: mayEdit, draw: (store) => <StorePicture store={store} /> },
    { id: 'payout', title: 'Payout', isShown: mayPay, draw: ({ id }) => <PayoutForm storeId={id} /> },
    {
      id: 'standing',
      title: 'Status',
      isShown: mayEdit && !isOwner,
      draw: (store) => <StandingForm store={store as AdminStore} />,
    },
    {
      id: 'people',
      title: 'People',
      isShown: mayPeople || !isOwner,
      draw: (store) => (
        <div className="grid gap-4">
          {isOwner ? null : <StorePeople store={store as AdminStore} />}
          {mayPeople ? <Employees storeId={store.id} /> : null}
        </div>
      ),
    },
  ]
  return sections.filter(({ isShown }) => isShown)
}

function Standing({ store }: { store: ShownStore }) {
  if (store.is_accepted === 0) return 'Pending approval. Hidden from customers.'
  return store.is_active === 1 ? 'Takes orders.' : 'The store does not take orders right now.'
}

function Actions({ store }: { store: ShownStore }) {
  const go = useGo()
  const [isCopying, setCopying] = useState(false)
  const mayAdd = useMay({ permission: 'stores_add' })
  const mayApprove = useMay({ permission: 'approve_stores' })
  const isReady = useOpeningSteps(store)?.every(({ isDone }) => isDone) ?? false
  const mayMenu = useMay({ permission: 'items_view', owners: true })
  const approve = useMutation({
    mutationFn: (is_accepted: 0 | 1) => call('dashboard/stores/approve', { store_id: store.id, is_accepted }),
    onSuccess: async ({ store: { is_accepted } }) => {
      await rereadStore()
      if (is_accepted) toast('The store is approved, and customers see it', () => approve.mutate(0))
      else toast('Customers no longer see the store', () => approve.mutate(1))
    },
    onError: toastError,
  })
  return (
    <>
      {mayAdd ? (
        <Button size="small" variant="outline" onClick={() => setCopying(true)}>
          <Copy aria-hidden="true" className="size-4.5" />
          Duplicate
        </Button>
      ) : null}
      {mayApprove ? (
        <Button
          size="small"
          variant={store.is_accepted || !isReady ? 'outline' : 'fill'}
          isBusy={approve.isPending}
          onClick={() => approve.mutate(store.is_accepted ? 0 : 1)}
        >
          {store.is_accepted ? 'Hide from customers' : 'Approve'}
        </Button>
      ) : null}
      {mayMenu ? (
        <Button
          size="small"
          variant={store.is_accepted || !mayApprove || !isReady ? 'fill' : 'outline'}
          onClick={() => go(`/stores/${store.id}/menu`)}
        >
          <UtensilsCrossed aria-hidden="true" className="size-4.5" />
          Menu
        </Button>
      ) : null}
      <DuplicateStore store={store} isOpen={isCopying} onClose={() => setCopying(false)} />
    </>
  )
}
