import { isCancellableBy } from '@nukkad/rules/order-states.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuLink } from '#components/menu.tsx'
import { RiderPanel } from '#features/delivery/trips/rider-panel.tsx'
import { useGo } from '#lib/go.ts'
import { useMay } from '#lib/session.ts'
import { ApprovePanel, CancelPanel, ClosePanel } from './order-forms.tsx'
import type { WholeOrder } from './order-texts.ts'
import { RejectMenu } from './reject-menu.tsx'
import { StepButtons } from './step-buttons.tsx'
import { useOrderCall } from './use-order-call.ts'

type Open = 'cancel' | 'rider' | 'approve' | 'close' | undefined

/**
 * Lists all actions that the signed-in person can take on an order now. The order of a visit has no button for its next
 * step, because the booking confirms the visit and the diary has the further steps.
 */
export function OrderActions({ order }: { order: WholeOrder }) {
  const [open, setOpen] = useState<Open>()
  const go = useGo()
  const mayStep = useMay({ permission: 'order_actions', owners: true })
  const mayManage = useMay({ permission: 'order_actions' })
  const isCarried = order.status === 'assigned' || order.status === 'picked_up'
  const close = () => setOpen(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      {mayStep && order.delivery_type !== 4 ? (
        <>
          <StepButtons order={order} />
          <RejectMenu order={order} />
        </>
      ) : null}
      {mayManage && order.status === 'awaiting_payment' && !order.linked_order?.shares_payment ? (
        <Button size="small" onClick={() => setOpen('approve')}>
          Approve the payment
        </Button>
      ) : null}
      {mayManage && order.is_pin_locked ? (
        <Button size="small" onClick={() => setOpen('close')}>
          Close the delivery
        </Button>
      ) : null}
      {mayManage && order.delivery_type === 1 && (order.status === 'accepted' || isCarried) ? (
        <Button size="small" variant={isCarried ? 'outline' : 'fill'} onClick={() => setOpen('rider')}>
          {isCarried ? 'Change rider' : 'Assign a rider'}
        </Button>
      ) : null}
      {mayManage && order.status === 'accepted' && order.trouble ? <OfferAgain order={order} /> : null}
      {mayManage && order.status === 'delivered' ? (
        <Button size="small" variant="outline" onClick={() => go('/refunds', { order: String(order.id) })}>
          Refund
        </Button>
      ) : null}
      <PrintMenu order={order} />
      {mayManage && isCancellableBy(order.status, 'admin') ? (
        <Button size="small" variant="outline" onClick={() => setOpen('cancel')}>
          Cancel …
        </Button>
      ) : null}
      <CancelPanel order={order} isOpen={open === 'cancel'} onClose={close} />
      <RiderPanel order={order} isOpen={open === 'rider'} onClose={close} />
      <ApprovePanel order={order} isOpen={open === 'approve'} onClose={close} />
      <ClosePanel order={order} isOpen={open === 'close'} onClose={close} />
    </div>
  )
}

const papers = [
  { paper: '58', title: '58 mm roll' },
  { paper: '80', title: '80 mm roll' },
  { paper: 'a4', title: 'A4' },
] as const

function PrintMenu({ order }: { order: WholeOrder }) {
  return (
    <Menu label="Print" icon={<Printer aria-hidden="true" />}>
      {(['kitchen', 'receipt'] as const).flatMap((kind) =>
        papers.map(({ paper, title }) => (
          <MenuLink key={kind + paper} href={`/dashboard/print/${order.id}?paper=${paper}&kind=${kind}`}>
            {kind === 'kitchen' ? 'Kitchen ticket' : 'Receipt'}, {title}
          </MenuLink>
        )),
      )}
    </Menu>
  )
}

/** Offers an order to riders again after a rider brought it back. */
function OfferAgain({ order }: { order: WholeOrder }) {
  const { mutate, isPending } = useOrderCall('dashboard/orders/offer-again', 'The order is offered to riders again')
  return (
    <Button size="small" variant="outline" isBusy={isPending} onClick={() => mutate({ order_id: order.id })}>
      Offer to riders again
    </Button>
  )
}
