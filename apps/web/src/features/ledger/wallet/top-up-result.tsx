import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { t } from '#lib/catalogue.ts'
import type { PaymentCheck } from '#lib/use-payment-check.ts'

const variants = {
  paid: { Icon: CircleCheck, variant: 'bg-ok-tint text-ok' },
  failed: { Icon: CircleAlert, variant: 'bg-error-tint text-error' },
  pending: { Icon: Hourglass, variant: 'bg-tint text-on-tint' },
} as const

/** Shows the result of a top-up. */
export function TopUpResult({ check }: { check: PaymentCheck }) {
  if (check.status === 'none') return null
  const { Icon, variant } = variants[check.status]
  const [title, text] = {
    paid: [t('walletTransactionTopUp'), t('walletAddedText')],
    failed: [t('walletAddFailedTitle'), t('walletAddFailedText')],
    pending: [t('payChecking', { provider: check.provider }), t('walletAddCheckingText')],
  }[check.status]
  return (
    <section
      role={check.status === 'failed' ? 'alert' : 'status'}
      className="flex items-start gap-3 rounded-card bg-surface p-4 hairline"
    >
      <span aria-hidden="true" className={`grid size-10 shrink-0 place-items-center rounded-full ${variant}`}>
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-heading">{title}</h2>
        <p className="text-small text-ink-2">{text}</p>
      </div>
    </section>
  )
}
