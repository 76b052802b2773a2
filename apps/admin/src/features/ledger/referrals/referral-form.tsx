import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Input, Switch } from '#components/controls.tsx'
import { currencySign, formatCount, formatMoney } from '#lib/format.ts'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type Shaped = Output<'dashboard/settings'>
type LastDays = Output<'dashboard/referrals/cost'>['last_days']

type Field = { key: string; label: string; help: string; unit: 'money' | 'percent' | 'count' }

/** The terms, grouped by the person who gets the money. */
const groups = [
  {
    title: 'For the new customer',
    text: 'A new customer gets promotion credit for opening an account.',
    fields: [
      {
        key: 'referralSuccessAmountReferredUser',
        label: 'Welcome bonus of a new customer',
        help: 'Each new customer gets this amount in the wallet once.',
        unit: 'money',
      },
    ],
  },
  {
    title: 'For the customer who brought a friend',
    text: 'The customer who brought a friend gets promotion credit.',
    fields: [
      {
        key: 'referralSuccessAmountReferringUser',
        label: 'Reward for referring a friend',
        help: 'The referrer gets this amount in the wallet, once for each friend. The account page shows the amount.',
        unit: 'money',
      },
      {
        key: 'homeReferralRewardAmount',
        label: 'Reward shown on the banner of the home page',
        help: 'The banner shows this amount. The shop pays the reward that is set above.',
        unit: 'money',
      },
      {
        key: 'minimumSuccessfulReferralOrderAmount',
        label: 'Minimum first order for a reward',
        help: 'The friend’s first order must reach this amount, if the shop pays the reward on the first order. If blank, any amount counts.',
        unit: 'money',
      },
      {
        key: 'referralRewardsPerMonth',
        label: 'Maximum rewards a month for one customer',
        help: 'For further friends in the same month, the customer gets no reward.',
        unit: 'count',
      },
    ],
  },
  {
    title: 'From later orders',
    text: 'Customers get these shares in the wallet, as own money, after the order is delivered.',
    fields: [
      {
        key: 'referralCommissionPercent',
        label: 'Share of a friend’s orders',
        help: 'The referrer gets this share of every order of the friend.',
        unit: 'percent',
      },
      {
        key: 'couponShareCommissionPercent',
        label: 'Share of an order with a shared code',
        help: 'The owner of a shared code gets this share of every order that uses the code.',
        unit: 'percent',
      },
      {
        key: 'sharedCouponDiscountPercent',
        label: 'Discount with a shared code',
        help: 'The customer who uses a shared code saves this percentage of the order.',
        unit: 'percent',
      },
    ],
  },
] as const satisfies readonly { title: string; text: string; fields: readonly Field[] }[]
const fields = groups.flatMap<(typeof groups)[number]['fields'][number]>((group) => group.fields)
const keys = fields.map(({ key }) => key)
type Key = (typeof keys)[number]
type Values = Record<Key, string> & { enableReferAndEarn: boolean }

/** Edits the referral settings, and shows what the last thirty days would have cost with the typed values. */
export function ReferralForm({ cost, shaped }: { cost: { last_days: LastDays }; shaped: Shaped }) {
  const held = (key: string) => shaped.settings.find((row) => row.key === key)
  const values = {
    ...Object.fromEntries(keys.map((key) => [key, held(key)?.value ?? ''])),
    enableReferAndEarn: held('enableReferAndEarn')?.value === 'true',
  } as Values
  const { register, submit, formError, formState, watch } = useCallForm('dashboard/settings/save', {
    values,
    toInput: (typed: Values) => ({
      edition: shaped.edition,
      values: Object.fromEntries(
        (Object.keys(values) as (keyof Values)[])
          .filter((key) => typed[key] !== values[key])
          .map((key) => [key, String(typed[key]).trim()]),
      ),
    }),
    onDone: async () => {
      await reread('dashboard/settings', 'dashboard/referrals/cost')
      toast('Saved. New accounts and orders get the new terms.')
    },
  })
  const { currency } = cost.last_days
  const units = { money: { before: currencySign(currency) }, percent: { after: '%' }, count: {} }
  const typed = watch()
  return (
    <form onSubmit={submit} noValidate className="grid max-w-160 gap-4 self-start">
      <FormError text={formError} size="small" />
      <Switch label="The programme is on" {...register('enableReferAndEarn')} />
      {groups.map(({ title, text, fields }) => (
        <fieldset key={title} className="grid items-start gap-4 wide:grid-cols-2">
          <legend className="mb-2">
            <span className="block text-heading">{title}</span>
            <span className="block text-small text-ink-2">{text}</span>
          </legend>
          {fields.map(({ key, label, help, unit }) => (
            <Input
              key={key}
              label={label}
              help={help}
              {...units[unit]}
              inputMode="decimal"
              disabled={held(key)?.source === 'environment'}
              error={formState.errors[key]?.message as string | undefined}
              {...register(key)}
            />
          ))}
        </fieldset>
      ))}
      <Forecast typed={typed} days={cost.last_days} />
      <div>
        <Button type="submit" size="small" disabled={!formState.isDirty} isBusy={formState.isSubmitting}>
          Save
        </Button>
      </div>
    </form>
  )
}

/**
 * Shows the cost of the last thirty days with the typed terms. The estimated amounts are only for display, because the
 * server calculates the rewards itself.
 */
function Forecast({ typed, days }: { typed: Values; days: LastDays }) {
  const number = (key: Key) => (typed.enableReferAndEarn ? Number(typed[key]) || 0 : 0)
  const money = (amount: number) => formatMoney(amount.toFixed(2), days.currency)
  const paid = (name: string, count: number, key: Key) => ({
    name,
    terms: `${formatCount(count)} × ${money(number(key))}`,
    cost: count * number(key),
  })
  const shared = (name: string, sales: string, key: Key) => ({
    name,
    terms: `${number(key)}% of ${formatMoney(sales, days.currency)}`,
    cost: (Number(sales) * number(key)) / 100,
  })
  const parts = [
    paid('Welcome bonuses', days.bonus_count, 'referralSuccessAmountReferredUser'),
    paid('Rewards for friends', days.reward_count, 'referralSuccessAmountReferringUser'),
    shared('Shares of friends’ orders', days.referred_sales, 'referralCommissionPercent'),
    shared('Shares of orders with a shared code', days.shared_sales, 'couponShareCommissionPercent'),
  ]
  return (
    <section aria-labelledby="forecast" className="rounded-control bg-tint px-4 py-3 text-on-tint">
      <h2 id="forecast" className="text-label">
        Costs of the last 30 days under these terms
      </h2>
      <dl className="num mt-2 grid gap-1.5">
        {parts.map(({ name, terms, cost }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt>
              {name} <span className="text-small">{terms}</span>
            </dt>
            <dd>{money(cost)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-current pt-1.5 font-bold">
          <dt>Would have cost</dt>
          <dd>{money(parts.reduce((total, { cost }) => total + cost, 0))}</dd>
        </div>
      </dl>
    </section>
  )
}
