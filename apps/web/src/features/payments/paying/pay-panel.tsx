import { Button } from '@nukkad/ui/components/button.tsx'
import { CircleAlert, Hourglass, Wallet } from 'lucide-react'
import { useState } from 'react'
import { PaymentTimer } from '#components/payment-timer.tsx'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { t } from '#lib/catalogue.ts'
import { openOrderPayment } from '#lib/open-payment.ts'
import { methodName } from '#lib/payment-methods.ts'
import type { Unpaid } from '#lib/unpaid.ts'
import { useOpening } from '#lib/use-open-payment.ts'
import type { PaymentCheck } from '#lib/use-payment-check.ts'
import { amountToPay } from './amount-to-pay.ts'
import { OtherWay } from './other-way.tsx'

type PayPanelProps = { order: Unpaid; check: PaymentCheck; onLapsed: () => void }

/** Shows an unpaid order: the payment status, the time left, and how to continue (GAP-79). */
export default function PayPanel({ order, check, onLapsed }: PayPanelProps) {
  const [isChoosing, setChoosing] = useState(false)
  const { open, isOpening } = useOpening()
  const offline = useOfflineReason()
  const state = stateOf(order, check)
  const pay = (gateway: string) => open(() => openOrderPayment(order.id, gateway))
  return (
    <section aria-label={t('awaitingPaymentTitle')} className="grid gap-3">
      <State state={state} provider={check.provider || methodName(order.payment_mode)} />
      <div className="grid gap-1.5 rounded-card bg-surface p-4 hairline">
        <PaymentTimer order={order} onOver={onLapsed} />
        <p className="text-small text-ink-2">{t('payKept')}</p>
        {state === 'paid' ? null : (
          <div className="mt-2 grid gap-2">
            <Button
              isBlock
              className="num"
              variant={state === 'checking' ? 'tint' : 'fill'}
              isBusy={isOpening}
              disabled={offline !== undefined}
              onClick={() => pay(order.payment_mode)}
            >
              {isOpening
                ? t('payOpening', { provider: methodName(order.payment_mode) })
                : t('checkoutPayButton', {
                    total: amountToPay(order),
                  })}
            </Button>
            <Button
              isBlock
              variant="plain"
              disabled={isOpening || offline !== undefined}
              onClick={() => setChoosing(true)}
            >
              {t('checkoutFailedOther')}
            </Button>
            {offline ? <p className="text-center text-small text-error">{offline}</p> : null}
          </div>
        )}
      </div>
      <OtherWay order={order} isOpen={isChoosing} isBusy={isOpening} onClose={() => setChoosing(false)} onPay={pay} />
    </section>
  )
}

type State = 'waiting' | 'checking' | 'failed' | 'paid'

function stateOf({ orderstatus_id }: Unpaid, check: PaymentCheck): State {
  if (check.status === 'paid') return 'paid'
  if (check.status === 'pending') return 'checking'
  return check.status === 'failed' || orderstatus_id === 9 ? 'failed' : 'waiting'
}

/**
 * Shows the heading of the screen. A failed payment is announced to screen readers immediately
 * (docs/reference/interface.md#accessibility).
 */
function State({ state, provider }: { state: State; provider: string }) {
  const [title, text] = {
    waiting: [t('awaitingPaymentTitle'), ''],
    checking: [t('payChecking', { provider }), t('payCheckingText')],
    failed: [t('payFailedTitle'), t('payFailedText')],
    paid: [t('payReceived'), ''],
  }[state]
  const Icon = state === 'failed' ? CircleAlert : state === 'waiting' ? Wallet : Hourglass
  return (
    <div
      role={state === 'failed' ? 'alert' : 'status'}
      className={`flex gap-3 ${text ? 'items-start' : 'items-center'}`}
    >
      <span
        aria-hidden="true"
        className={`grid size-11 shrink-0 place-items-center rounded-full ${state === 'failed' ? 'bg-error-tint text-error' : 'bg-tint text-on-tint'}`}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <h1 tabIndex={-1} className="title text-title">
          {title}
        </h1>
        {text ? <p className="mt-1 text-ink-2">{text}</p> : null}
      </div>
    </div>
  )
}
