import { Button } from '@nukkad/ui/components/button.tsx'
import { OtpField } from '@nukkad/ui/components/otp-field.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useEffect, useState } from 'react'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { wirePrice } from '#lib/prices.ts'
import { cashToCollect, type ShownOrder } from './orders.ts'
import { TickBox } from './trip-items.tsx'

export type DeliverSheetProps = {
  order: ShownOrder
  isOpen: boolean
  onClose: () => void
  isBusy: boolean
  /** The reason why the server refused the last PIN. */
  error: string | null
  onDeliver: (pin: string) => void
}

const pinLength = 5

/** Returns whether a delivery needs more than one press: the customer's PIN, or cash to collect. */
export function needsConfirmation(order: ShownOrder): boolean {
  return isSettingOn('enableDeliveryPin') || cashToCollect(order) > 0
}

/** Asks at the door for the customer's PIN and confirms the cash (GAP-43). */
export function DeliverSheet({ order, isOpen, onClose, isBusy, error, onDeliver }: DeliverSheetProps) {
  const [pin, setPin] = useState('')
  const [hasCash, setHasCash] = useState(false)
  const hasPin = isSettingOn('enableDeliveryPin')
  const cash = cashToCollect(order)
  const isReady = (!hasPin || pin.length === pinLength) && (cash === 0 || hasCash)
  useEffect(() => {
    if (error) setPin('')
  }, [error])
  // Entering the last digit sends the PIN, unless the rider must confirm the cash first and then press the button.
  const type = (value: string) => {
    setPin(value)
    if (value.length === pinLength && (cash === 0 || hasCash)) onDeliver(value)
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('riderPinConfirm')}
      sub={hasPin ? t('riderPinHint') : undefined}
      closeLabel={t('a11yClose')}
      foot={
        <Button
          isBlock
          className="min-h-15 text-rider"
          disabled={!isReady}
          isBusy={isBusy}
          onClick={() => onDeliver(pin)}
        >
          {t('riderPinConfirm')}
        </Button>
      }
    >
      <div className="grid gap-5 pt-2 text-rider">
        {cash > 0 ? <CashCheck order={order} hasCash={hasCash} onChange={setHasCash} /> : null}
        {hasPin ? (
          <OtpField
            label={t('deliveryDeliveryPinPlaceholder')}
            length={pinLength}
            value={pin}
            onChange={type}
            error={pin === '' ? error : null}
            isDisabled={isBusy}
          />
        ) : null}
      </div>
    </Sheet>
  )
}

type CashCheckProps = { order: ShownOrder; hasCash: boolean; onChange: (hasCash: boolean) => void }

function CashCheck({ order, hasCash, onChange }: CashCheckProps) {
  const change = order.cash_change_amount
  return (
    <label className="relative flex min-h-18 cursor-pointer items-center gap-3 rounded-card bg-gold-tint p-4 text-gold-ink has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring">
      <input
        type="checkbox"
        aria-label={t('riderCashConfirm')}
        checked={hasCash}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span className="min-w-0 flex-1">
        <span className="num block text-section font-bold">
          {t('riderCashConfirmTitle', { amount: wirePrice(order.payable, order.currency) })}
        </span>
        <span className="block text-body">{t('riderCashConfirm')}</span>
        {change ? (
          <span className="num block text-body">
            {t('riderChangeFor', { amount: wirePrice(change, order.currency) })}
          </span>
        ) : null}
      </span>
      <TickBox isOn={hasCash} />
    </label>
  )
}
