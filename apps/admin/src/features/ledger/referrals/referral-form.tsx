import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Input, Switch } from '#components/controls.tsx'
import { currencySign, formatMoney } from '#lib/format.ts'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type Shaped = Output<'dashboard/settings'>
type LastDays = Output<'dashboard/referrals/cost'>['last_days']

const amounts = [
  ['referralSuccessAmountReferredUser', 'Welcome bonus of a new customer'],
  ['referralSuccessAmountReferringUser', 'Reward for bringing a friend'],
  ['homeReferralRewardAmount', 'Reward named on the banner of home'],
  ['minimumSuccessfulReferralOrderAmount', 'Minimum first order for a reward'],
  ['referralRewardsPerMonth', 'Maximum rewards a month for one customer'],
] as const
const percents = [
  ['referralCommissionPercent', 'Share of a friend’s orders'],
  ['couponShareCommissionPercent', 'Share of an order with a shared code'],
  ['sharedCouponDiscountPercent', 'Discount with a shared code'],
] as const
const keys = [...amounts, ...percents].map(([key]) => key)
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
  const field = (key: Key, label: string, units: { before?: string; after?: string }) => (
    <Input
      key={key}
      label={label}
      {...units}
      inputMode="decimal"
      disabled={held(key)?.source === 'environment'}
      error={formState.errors[key]?.message as string | undefined}
      {...register(key)}
    />
  )
  const typed = watch()
  return (
    <form onSubmit={submit} noValidate className="grid max-w-160 gap-4 self-start">
      <FormError text={formError} size="small" />
      <Switch label="The programme is on" {...register('enableReferAndEarn')} />
      <fieldset className="grid gap-4 wide:grid-cols-2">
        <legend className="mb-2 text-heading">Amounts</legend>
        {amounts.map(([key, label]) =>
          field(key, label, key === 'referralRewardsPerMonth' ? {} : { before: currencySign(cost.last_days.currency) }),
        )}
      </fieldset>
      <fieldset className="grid gap-4 wide:grid-cols-2">
        <legend className="mb-2 text-heading">Percentages</legend>
        {percents.map(([key, label]) => field(key, label, { after: '%' }))}
      </fieldset>
      <p role="status" className="rounded-control bg-tint px-4 py-3 text-on-tint">
        With these terms, the last thirty days would have cost{' '}
        {formatMoney(estimate(typed, cost.last_days), cost.last_days.currency)}: {cost.last_days.bonus_count} welcome
        bonuses, {cost.last_days.reward_count} rewards, and commission on{' '}
        {formatMoney(cost.last_days.referred_sales, cost.last_days.currency)} of friends and{' '}
        {formatMoney(cost.last_days.shared_sales, cost.last_days.currency)} with shared codes.
      </p>
      <div>
        <Button type="submit" size="small" disabled={!formState.isDirty} isBusy={formState.isSubmitting}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** This forecast is only for display; the server calculates the exact amounts. */
function estimate(typed: Values, days: LastDays): string {
  if (!typed.enableReferAndEarn) return '0.00'
  const number = (key: Key) => Number(typed[key]) || 0
  const sum =
    days.bonus_count * number('referralSuccessAmountReferredUser') +
    days.reward_count * number('referralSuccessAmountReferringUser') +
    (Number(days.referred_sales) * number('referralCommissionPercent')) / 100 +
    (Number(days.shared_sales) * number('couponShareCommissionPercent')) / 100
  return sum.toFixed(2)
}
