import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useState } from 'react'
import { Input, Select, TextArea } from '#components/controls.tsx'
import { Panel } from '#components/panel.tsx'
import { formatMoney } from '#lib/format.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { shortNumber, type WholeOrder } from './order-texts.ts'
import { rereadOrders } from './use-order-call.ts'

type FormProps = { order: Pick<WholeOrder, 'id' | 'unique_order_id'>; onClose: () => void }

/** Cancels an order in any open state and refunds a chosen part of the payment. */
export function CancelPanel({ order, isOpen, onClose }: FormProps & { isOpen: boolean }) {
  return (
    <Panel isOpen={isOpen} onClose={onClose} title="Cancel the order">
      <CancelForm order={order} onClose={onClose} />
    </Panel>
  )
}

function CancelForm({ order, onClose }: FormProps) {
  const [written, setWritten] = useState('')
  const short = shortNumber(order.unique_order_id)
  const { register, field, submit, formError, formState } = useCallForm('dashboard/orders/cancel', {
    values: { refund: 'full' as 'none' | 'half' | 'full', reason: '' },
    toInput: (typed) => ({ order_id: order.id, ...typed }),
    onDone: async ({ refunded, kept, currency }) => {
      await rereadOrders()
      toast(
        `The order is cancelled: ${formatMoney(refunded, currency)} was refunded, and ${formatMoney(kept, currency)} was retained`,
      )
      onClose()
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Select
        label="Refund"
        help="How much of the wallet and online payment the customer gets back. The refund goes into the wallet immediately. Half of an amount is rounded down. Cash that was not collected is not refunded."
        options={[
          { value: 'full', label: 'The whole amount' },
          { value: 'half', label: 'Half of the amount' },
          { value: 'none', label: 'Nothing' },
        ]}
        {...register('refund')}
      />
      <TextArea label="Reason" help="The customer can read the reason on the page of the order." {...field('reason')} />
      <p className="text-ink-2">
        The customer can use the coupon again, and the items are back in stock. You cannot undo the cancellation.
      </p>
      <Input
        label={`Type “${short}” to confirm`}
        autoComplete="off"
        value={written}
        onChange={(event) => setWritten(event.target.value)}
      />
      <Button
        type="submit"
        size="small"
        variant="danger"
        disabled={written.trim() !== short}
        isBusy={formState.isSubmitting}
      >
        Cancel the order
      </Button>
    </form>
  )
}

export function ApprovePanel({ order, isOpen, onClose }: FormProps & { isOpen: boolean }) {
  return (
    <Panel isOpen={isOpen} onClose={onClose} title="Approve the payment">
      <ApproveForm order={order} onClose={onClose} />
    </Panel>
  )
}

function ApproveForm({ order, onClose }: FormProps) {
  const { field, submit, formError, formState } = useCallForm('dashboard/orders/approve-payment', {
    values: { reference: '', reason: '' },
    toInput: (typed) => ({ order_id: order.id, ...typed }),
    onDone: async ({ state }) => {
      await rereadOrders()
      toast(
        state === 'waiting'
          ? 'The payment is reported. Another person must approve the payment under “Reported payments”.'
          : 'The payment is approved, and the order continues',
      )
      onClose()
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <p className="text-ink-2">
        Approve only a payment that has arrived. If the provider confirms the payment later, the payment is not booked
        twice.
      </p>
      <Input
        label="Reference"
        help="The reference of this payment at the bank or the provider."
        {...field('reference')}
      />
      <TextArea label="How do you know that the payment has arrived?" {...field('reason')} />
      <Button type="submit" size="small" isBusy={formState.isSubmitting}>
        Approve the payment
      </Button>
    </form>
  )
}

export function ClosePanel({ order, isOpen, onClose }: FormProps & { isOpen: boolean }) {
  return (
    <Panel isOpen={isOpen} onClose={onClose} title="Close the delivery">
      <CloseForm order={order} onClose={onClose} />
    </Panel>
  )
}

function CloseForm({ order, onClose }: FormProps) {
  const { field, submit, formError, formState } = useCallForm('dashboard/orders/close-delivery', {
    values: { reason: '' },
    toInput: (typed) => ({ order_id: order.id, ...typed }),
    onDone: async () => {
      await rereadOrders()
      toast('The delivery is closed')
      onClose()
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <p className="text-ink-2">
        The PIN was wrong five times. Before you close the delivery, ask the customer whether the order has arrived.
      </p>
      <TextArea label="Who said that the order was delivered?" {...field('reason')} />
      <Button type="submit" size="small" isBusy={formState.isSubmitting}>
        Close the delivery
      </Button>
    </form>
  )
}
