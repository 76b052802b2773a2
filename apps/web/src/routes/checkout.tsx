import { Dock } from '@nukkad/ui/components/dock.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { ChevronDown } from 'lucide-react'
import { useEffect } from 'react'
import { MethodList } from '#components/payment-methods.tsx'
import { Bill, WalletPart } from '#features/ordering/cart/bill.tsx'
import { Destination } from '#features/ordering/cart/cart-dock.tsx'
import { ForeignWallet } from '#features/ordering/cart/extras.tsx'
import { PlaceButton, usePlacing } from '#features/ordering/cart/placing.tsx'
import { QuoteProblemButton, quoteProblemOf } from '#features/ordering/cart/quote-problem.tsx'
import { useOrdering } from '#features/ordering/cart/readiness.ts'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { Page } from '#features/shell/page.tsx'
import { isSettingOn, setting, t, tn } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { signOf } from '#lib/prices.ts'
import { usePaymentOpen } from '#lib/reload.ts'
import { currencyOf, setChoices, useCart } from '#stores/cart.ts'

/** Shows the payment step (B-23), or opens the cart if the cart is empty. */
export default function CheckoutRoute() {
  usePaymentOpen()
  // Loads the code of the tracking screen before the order is placed, so that the window is not empty while the
  // tracking screen opens.
  useEffect(() => void import('./running-order.tsx'), [])
  const hasLines = useCart(({ lines }) => lines.length > 0)
  useEffect(() => {
    // An empty cart at checkout means that another tab has ordered the cart: after an order in this tab, the tracking
    // screen is open already.
    if (!hasLines && location.pathname === '/checkout') go('/cart', { replace: true })
  }, [hasLines])
  return <CustomersOnly>{hasLines ? <Checkout /> : null}</CustomersOnly>
}

function Checkout() {
  const ordering = useOrdering()
  const { quote, store, lines, coupon, problem } = ordering
  const currency = currencyOf(lines)
  const placing = usePlacing(ordering)
  const { methods, chosen, payable, isPending } = placing
  const quoteProblem = problem ? undefined : quoteProblemOf(quote)
  const hint = methods && !chosen ? t('checkoutChooseMethod') : null

  return (
    <Page title={t('checkoutTitle')} back="/cart" foot="dock" isLoading={quote.isFetching}>
      <div className="grid grid-cols-1 gap-3 px-4" inert={isPending}>
        <details className="group rounded-card bg-surface px-4 hairline">
          <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 py-3">
            <span className="min-w-0 flex-1">
              <span className="block font-650">{store.data?.name ?? lines[0]?.storeName}</span>
              <span className="num block text-small text-ink-2">{tn('itemsCount', lines.length)}</span>
            </span>
            <span className="num text-heading">{payable}</span>
            <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
          </summary>
          <div className="border-t border-line py-3">
            {quote.data ? (
              <Bill
                quote={quote.data}
                couponCode={coupon.code}
                taxPercent={setting('taxPercentage')}
                isServed={ordering.isServed}
              />
            ) : null}
          </div>
        </details>
        <section className="rounded-card bg-surface px-4 pt-4 pb-1 hairline">
          <h2 className="mb-1 text-heading">{t('checkoutPaymentListTitle')}</h2>
          {quote.data ? <WalletPart quote={quote.data} /> : null}
          {methods?.length === 0 ? (
            <p className="py-4 text-ink-2">{t('checkoutNoMethods')}</p>
          ) : (
            <MethodList methods={methods} chosen={chosen?.id} onChoose={(method) => setChoices({ method })} />
          )}
        </section>
        <ForeignWallet />
        {chosen?.group === 'cash' && isSettingOn('showCashChange') ? (
          <section className="rounded-card bg-surface p-4 hairline">
            <Field
              label={t('checkoutCashChangeLabel')}
              helper={t('cashChangeHelpText')}
              inputMode="numeric"
              pattern="[0-9]*"
              prefix={signOf(currency)}
              value={ordering.cashChange}
              maxLength={7}
              onChange={(event) => setChoices({ cashChange: event.currentTarget.value.replace(/\D/g, '') })}
            />
          </section>
        ) : null}
      </div>
      <Dock summary={<Destination ordering={ordering} />} reason={problem?.text ?? quoteProblem?.text} hint={hint}>
        {problem?.kind === 'banned' ? null : quoteProblem ? (
          <QuoteProblemButton problem={quoteProblem} quote={quote} />
        ) : (
          <PlaceButton placing={placing} />
        )}
      </Dock>
      {placing.sheet}
    </Page>
  )
}
