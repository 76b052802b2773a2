import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { CouponForm } from '#features/ordering/coupons/coupon-form.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { call } from '#lib/api.ts'
import { useGo } from '#lib/go.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

type Row = RowOf<'coupons'>

/** Lists coupons with their discount, limits and number of uses (U-14). */
export default function CouponsRoute() {
  const [openId, setOpenId] = useState<number | 'new'>()
  const go = useGo()
  const close = () => setOpenId(undefined)
  return (
    <>
      <PageHead title="Coupons" text="Codes that lower the price of an order.">
        <Button size="small" variant="outline" onClick={() => go('/coupons/uses')}>
          Uses
        </Button>
        <Button size="small" onClick={() => setOpenId('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          New coupon
        </Button>
      </PageHead>
      <DataTable
        table="coupons"
        onOpen={({ id }) => setOpenId(Number(id))}
        bulk={(chosen, clear) => <Switches chosen={chosen} clear={clear} />}
        empty={<p>No coupons yet. Add the first coupon with “New coupon”.</p>}
      />
      <Panel isOpen={openId !== undefined} onClose={close} title={openId === 'new' ? 'New coupon' : 'Coupon'}>
        {openId === 'new' ? <CouponForm coupon={null} onDone={close} /> : null}
        {typeof openId === 'number' ? <Existing key={openId} id={openId} onDone={close} /> : null}
      </Panel>
    </>
  )
}

function Existing({ id, onDone }: { id: number; onDone: () => void }) {
  const { data, error } = useQuery({ ...ask('dashboard/coupons/show', { id }), staleTime: 0 })
  const go = useGo()
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <p role="status">One moment …</p>
  const { coupon } = data
  // The form resets when someone else has changed the coupon, but not when an order has used it.
  const { count: _, ...said } = coupon
  return (
    <>
      {coupon.count > 0 ? (
        <p className="mb-4 rounded-control bg-tint px-4 py-3 text-on-tint">
          Used {coupon.count === 1 ? 'once' : `${coupon.count} times`}.{' '}
          <button type="button" className="underline" onClick={() => go('/coupons/uses', { coupon: coupon.code })}>
            Show its orders
          </button>
        </p>
      ) : null}
      <CouponForm key={JSON.stringify(said)} coupon={coupon} onDone={onDone} />
      {coupon.count === 0 ? <Remove coupon={coupon} onDone={onDone} /> : null}
    </>
  )
}

/** Only an unused coupon can be deleted; a used one can only be switched off. */
function Remove({ coupon, onDone }: { coupon: { id: number; code: string }; onDone: () => void }) {
  return (
    <div className="mt-6 border-t border-line pt-4">
      <AskedAction
        label={
          <>
            <Trash2 aria-hidden="true" className="size-4.5 text-error" />
            Delete the coupon
          </>
        }
        question={`Delete ${coupon.code}?`}
        action="Delete"
        typed={coupon.code}
        says="No order has used this coupon. You cannot undo the deletion."
        act={async () => {
          await call('dashboard/coupons/delete', { id: coupon.id })
          await reread('dashboard/table')
          toast(`${coupon.code} is deleted`)
          onDone()
        }}
      />
    </div>
  )
}

function Switches({ chosen, clear }: { chosen: readonly Row[]; clear: () => void }) {
  const ids = chosen.map(({ id }) => Number(id))
  const change = useMutation({
    mutationFn: (is_active: 0 | 1) => call('dashboard/coupons/set-active', { ids, is_active }),
    onSuccess: async (_answer, isActive) => {
      await reread('dashboard/table', 'dashboard/coupons/show')
      clear()
      toast(isActive ? 'Switched on' : 'Switched off')
    },
    onError: toastError,
  })
  return (
    <>
      <Button size="small" variant="outline" isBusy={change.isPending} onClick={() => change.mutate(1)}>
        Switch on
      </Button>
      <Button size="small" variant="outline" isBusy={change.isPending} onClick={() => change.mutate(0)}>
        Switch off
      </Button>
    </>
  )
}
