import { Switch } from '@nukkad/ui/components/choice.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { isSettingOn, setting, t } from '#lib/catalogue.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { currencyName, minorOf, wirePrice } from '#lib/prices.ts'
import { currencyOf, setChoices, useCart } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'

/** Lets the customer pay from the wallet first; the chosen payment method pays the rest. */
export function WalletSwitch() {
  const balance = useCustomer()?.wallet_balance ?? 0
  const usesWallet = useCart((cart) => cart.usesWallet)
  // The switch is disabled while offline, because the server could not update the bill.
  const offline = useOfflineReason()
  const isOurs = useCart(({ lines }) => currencyOf(lines) === siteCurrency())
  if (balance <= 0) return null
  if (!isOurs) return <ForeignWallet />
  const label = t('cartWalletSwitch', { amount: wirePrice(balance, siteCurrency()) })
  const change = (isOn: boolean) => setChoices({ usesWallet: isOn })
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains a switch, which has an accessible name
    <label className="flex items-center gap-3.5 rounded-card bg-surface p-4 hairline">
      <Picture path="/assets/img/promo/wallet.webp" alt="" width={36} height={36} sizes="36px" className="size-9" />
      <span className="num block min-w-0 flex-1 font-650">
        {label}
        {offline ? <span className="block text-small font-normal text-ink-2">{offline}</span> : null}
      </span>
      <Switch label={label} isOn={usesWallet} isDisabled={offline !== undefined} onChange={change} />
    </label>
  )
}

/** Explains why the wallet cannot pay for the cart: its currency differs from the store's. */
export function ForeignWallet() {
  const balance = useCustomer()?.wallet_balance ?? 0
  const currency = useCart(({ lines }) => currencyOf(lines))
  if (balance <= 0 || currency === siteCurrency()) return null
  const amount = wirePrice(balance, siteCurrency())
  return (
    <p className="num rounded-card bg-surface p-4 text-small text-ink-2 hairline">
      {t('cartWalletOtherCurrency', { amount, currency: currencyName(currency) })}
    </p>
  )
}

/** Shows the fixed tips for the rider, if the shop offers them. */
export function TipRow() {
  const tip = useCart((cart) => cart.tip)
  const currency = useCart(({ lines }) => currencyOf(lines))
  if (!isSettingOn('showTipsAmount')) return null
  const amounts = setting('tips')
    .split(',')
    .map((amount) => amount.trim())
    .filter((amount) => minorOf(amount, currency) > 0n)
  if (amounts.length === 0) return null
  return (
    <section className="rounded-card bg-surface p-4 hairline">
      <h2 className="text-heading">{t('tipsForDeliveryText')}</h2>
      <p className="text-small text-ink-2">{t('tipsThanksText')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {amounts.map((amount) => (
          <Chip key={amount} isOn={tip === amount} onClick={() => setChoices({ tip: tip === amount ? '' : amount })}>
            {wirePrice(amount, currency)}
          </Chip>
        ))}
      </div>
    </section>
  )
}
