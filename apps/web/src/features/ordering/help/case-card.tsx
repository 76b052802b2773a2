import type { Output } from '@nukkad/contract/contract.ts'
import { Pill, type PillVariant } from '@nukkad/ui/components/pill.tsx'
import { t } from '#lib/catalogue.ts'
import { wirePrice } from '#lib/prices.ts'
import { problemText } from './problem-text.ts'

export type OwnCase = Output<'get-cases'>['cases'][number]

const states = {
  open: { text: 'helpOpen', variant: 'gold' },
  settled: { text: 'helpSettled', variant: 'ok' },
  refused: { text: 'helpRefused', variant: 'plain' },
} as const satisfies Record<OwnCase['state'], { text: string; variant: PillVariant }>

export function CasePill({ state }: Pick<OwnCase, 'state'>) {
  return <Pill variant={states[state].variant}>{t(states[state].text)}</Pill>
}

/** Shows a case of the customer with its state, the money paid to settle it, and the answer. */
export function CaseCard({ one }: { one: OwnCase }) {
  const { problem, state, items, words, answer, amount, currency, to } = one
  return (
    <article className="grid gap-1 rounded-card bg-surface p-4 hairline">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="min-w-0 flex-1 text-heading">{problemText(problem)}</h4>
        <CasePill state={state} />
      </div>
      {items.length > 0 ? (
        <p className="num text-small text-ink-2">
          {items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')}
        </p>
      ) : null}
      {words ? <p className="text-small text-ink-2 wrap-anywhere">{words}</p> : null}
      {amount ? (
        <p className="num font-650">
          {t(to === 'provider' ? 'helpToProvider' : 'helpToWallet', { amount: wirePrice(amount, currency) })}
        </p>
      ) : null}
      {answer ? <p className="wrap-anywhere">{answer}</p> : null}
    </article>
  )
}
