import { Button } from '@nukkad/ui/components/button.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MethodList } from '#components/payment-methods.tsx'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { t } from '#lib/catalogue.ts'
import { openTopUp } from '#lib/open-payment.ts'
import { onlineMethods } from '#lib/payment-methods.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { minorOf, price, signOf, wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { useOpening } from '#lib/use-open-payment.ts'

/** The smallest and largest amount of one top-up that the server accepts. */
const MIN_MINOR = 100n
const MAX_MINOR = 10_000_000n
const chips = ['200', '500', '1000', '2000']

/** Asks for the amount and the payment provider (GAP-81). */
export function AddMoney({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { data } = useQuery({ ...ask('get-top-up-gateways', {}), enabled: isOpen })
  const methods = data && onlineMethods(data)
  const [amount, setAmount] = useState('500')
  const [picked, setPicked] = useState<string | undefined>(undefined)
  const { open, isOpening } = useOpening()
  const offline = useOfflineReason()
  const chosen = methods?.find(({ id }) => id === picked) ?? (methods?.length === 1 ? methods[0] : undefined)
  const currency = siteCurrency()
  const amountMinor = minorOf(amount, currency)
  const isSound = amountMinor >= MIN_MINOR && amountMinor <= MAX_MINOR
  const range = t('walletAddRange', { least: price(MIN_MINOR, currency), most: price(MAX_MINOR, currency) })
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('walletAddMoney')}
      closeLabel={t('a11yClose')}
      foot={
        <>
          {offline ? <p className="mb-2 text-small font-medium text-error">{offline}</p> : null}
          <Button
            isBlock
            className="num"
            isBusy={isOpening}
            disabled={!isSound || !chosen || offline !== undefined}
            onClick={() => chosen && open(() => openTopUp(amount, chosen))}
          >
            {isOpening
              ? t('payOpening', { provider: chosen?.name ?? '' })
              : t('checkoutPayButton', { total: isSound ? price(amountMinor, currency) : '' })}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-2">
          {chips.map((chip) => (
            <button
              key={chip}
              type="button"
              aria-pressed={amount === chip}
              onClick={() => setAmount(chip)}
              className={`press num min-h-11 rounded-full px-1 text-label ${amount === chip ? 'bg-ink text-bg' : 'bg-surface hairline'}`}
            >
              {wirePrice(chip, currency)}
            </button>
          ))}
        </div>
        <Field
          label={t('walletAddAmount')}
          helper={range}
          error={amount === '' || isSound ? null : range}
          prefix={signOf(currency)}
          inputMode="decimal"
          enterKeyHint="done"
          maxLength={9}
          value={amount}
          onChange={(event) => setAmount(amountOf(event.currentTarget.value))}
        />
        <section>
          <h3 className="mb-1 text-heading">{t('checkoutPaymentListTitle')}</h3>
          {methods?.length === 0 ? (
            <p className="py-4 text-ink-2">{t('walletAddNone')}</p>
          ) : (
            <MethodList methods={methods} chosen={chosen?.id} onChoose={setPicked} />
          )}
        </section>
      </div>
    </Sheet>
  )
}

/** Returns the digits with at most one decimal point and two decimals, and drops the rest. */
function amountOf(typed: string): string {
  return /^\d*(\.\d{0,2})?/.exec(typed.replace(',', '.'))?.[0] ?? ''
}
