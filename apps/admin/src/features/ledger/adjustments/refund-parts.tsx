import type { UseFormRegisterReturn } from 'react-hook-form'
import { Select, TextArea } from '#components/controls.tsx'
import { formatMoney } from '#lib/format.ts'
import { leftOf, type OrderToRefund, type PickedItems, priceOfItems, refundReasons } from './refund.ts'

type ItemPickerProps = {
  order: OrderToRefund
  /** Connects the control of a line to the form. */
  register: (lineId: number) => UseFormRegisterReturn
  error?: string | undefined
}

/** Chooses how many pieces of each line of an order are refunded. */
export function ItemPicker({ order, register, error }: ItemPickerProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-label">Items</legend>
      <ul className="divide-y divide-line rounded-control border border-line px-3">
        {order.lines.map((line) => (
          <li key={line.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{line.name}</p>
              <p className="num text-small text-ink-2">
                {`${formatMoney(line.paid, order.currency)} paid for ${line.quantity}`}
                {line.refunded ? `, ${line.refunded} already refunded` : ''}
              </p>
            </div>
            <div className="w-20 shrink-0">
              <Select
                label={`Refund of ${line.name}`}
                isLabelHidden
                disabled={leftOf(line) === 0}
                options={Array.from({ length: leftOf(line) + 1 }, (_, count) => ({
                  value: String(count),
                  label: String(count),
                }))}
                {...register(line.id)}
              />
            </div>
          </li>
        ))}
      </ul>
      {error ? (
        <p role="alert" className="mt-1 text-small text-error">
          {error}
        </p>
      ) : (
        <p className="mt-1 text-small text-ink-2">
          The prices shown here include each item’s share of the coupon and of the tax.
        </p>
      )}
    </fieldset>
  )
}

type ReasonProps = {
  reason: UseFormRegisterReturn & { error: string | undefined }
  words: UseFormRegisterReturn
}

/** The reason of a refund: a usual reason, the person's own words, or both. */
export function ReasonFields({ reason, words }: ReasonProps) {
  const options = refundReasons.map((text) => ({ value: text, label: text }))
  return (
    <>
      <Select label="Reason" options={[{ value: '', label: 'Choose a reason' }, ...options]} {...reason} />
      <TextArea
        label="Note for staff"
        help="The note is stored with the refund and in the audit log."
        rows={2}
        {...words}
      />
    </>
  )
}

/**
 * Explains the effect of an empty amount: the server refunds the price of the chosen items, or everything that is left
 * if no item is chosen.
 */
export function blankAmount(order: OrderToRefund | undefined, items: PickedItems): string {
  const price = order && priceOfItems(order, items)
  return price
    ? `Leave blank to refund ${price} for the chosen items.`
    : 'Leave blank to refund the full remaining amount.'
}
