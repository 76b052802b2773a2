import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Stepper } from '@nukkad/ui/components/stepper.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { Input, Select } from '#components/controls.tsx'
import { Loading } from '#components/loading.tsx'
import { ApiError, call } from '#lib/api.ts'
import { currencySign, formatMoney } from '#lib/format.ts'
import { newKey } from '#lib/new-key.ts'
import { ask, reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import type { Visit } from './diary.ts'
import { Options } from './options.tsx'
import { PaidBy, usePaid } from './paid-by.tsx'
import {
  type Added,
  canAdd,
  changed,
  type Good,
  priceOf,
  sentGoods,
  type TillView,
  type Totals,
  totalsOf,
  withPiece,
} from './till-values.ts'
import { rereadVisits } from './use-diary.ts'

type TillProps = { storeId: number; visit: Visit; onClose: () => void }

/** The till at the end of a visit: its bill, added products, the tip, the amount to take, and the payment methods. */
export function Till({ storeId, visit, onClose }: TillProps) {
  const [search, setSearch] = useState('')
  const about = { store_id: storeId, unique_visit_id: visit.unique_visit_id }
  const { data, error, refetch } = useQuery({
    ...ask('dashboard/bookings/till', { ...about, search: useDeferredValue(search.trim()) }),
    staleTime: 0,
    retry: false,
  })
  if (!data) return <Loading error={error} refetch={refetch} className="h-60" />
  return <TillForm storeId={storeId} visit={visit} till={data} search={search} onSearch={setSearch} onClose={onClose} />
}

type FormProps = TillProps & { till: TillView; search: string; onSearch: (search: string) => void }

function TillForm({ storeId, visit, till, search, onSearch, onClose }: FormProps) {
  const { currency } = till
  const [added, setAdded] = useState<Added[]>([])
  const [tip, setTip] = useState('')
  const [tipFor, setTipFor] = useState('')
  const totals = totalsOf(till, added, tip)
  const paid = usePaid(totals?.take ?? '0', currency)
  const finish = useFinish(visit.customer, { onDone: onClose, onChangedPrice: () => setAdded([]) })
  const end = () => {
    const takings = paid.read()
    if (!totals || !takings) return
    finish.mutate({
      store_id: storeId,
      unique_visit_id: visit.unique_visit_id,
      goods: sentGoods(added),
      ...(Number(totals.tip) > 0 && { tip: totals.tip, tip_stylist_id: tipFor ? Number(tipFor) : null }),
      quoted_at_store: totals.atStore,
      takings,
    })
  }
  const add = (good: Good) => {
    setAdded(withPiece(added, good))
    onSearch('')
  }
  return (
    <form
      aria-label="Till"
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        end()
      }}
    >
      <FormError text={finish.error?.message} size="small" />
      <Lines till={till} added={added} onChange={setAdded} />
      <Goods till={till} added={added} search={search} onSearch={onSearch} onAdd={add} />
      <TipFields till={till} tip={tip} isWrong={!totals} onChange={setTip} tipFor={tipFor} onChoose={setTipFor} />
      <Sums till={till} totals={totals} />
      {totals && Number(totals.take) > 0 ? <PaidBy {...paid.fields} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" disabled={!totals} isBusy={finish.isPending}>
          {totals && Number(totals.take) > 0
            ? `Take ${formatMoney(totals.take, currency)} and finish`
            : 'Finish the visit'}
        </Button>
        <Button size="small" variant="outline" onClick={onClose}>
          Not yet
        </Button>
      </div>
    </form>
  )
}

type TipProps = {
  till: TillView
  tip: string
  isWrong: boolean
  onChange: (tip: string) => void
  tipFor: string
  onChoose: (stylistId: string) => void
}

function TipFields({ till: { currency, stylists }, tip, isWrong, onChange, tipFor, onChoose }: TipProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Input
        label="Tip"
        before={currencySign(currency)}
        inputMode="decimal"
        autoComplete="off"
        value={tip}
        error={isWrong ? 'Enter an amount.' : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {stylists.length > 1 ? (
        <Select
          label="Tip for"
          value={tipFor}
          onChange={(event) => onChoose(event.target.value)}
          options={[
            { value: '', label: 'Everyone, in proportion to the prices of their services' },
            ...stylists.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      ) : null}
    </div>
  )
}

type Ending = { onDone: () => void; onChangedPrice: () => void }

/**
 * Returns the call that finishes the visit. If a press of the button got no answer, the next press sends the same
 * idempotency key, so nothing is sold twice.
 */
function useFinish(customer: string, { onDone, onChangedPrice }: Ending) {
  const key = useRef(newKey())
  return useMutation({
    mutationFn: (input: Parameters<typeof call<'dashboard/bookings/finish'>>[1]) =>
      call('dashboard/bookings/finish', input, { idempotencyKey: key.current }),
    onSuccess: () => {
      toast(`The visit of ${customer} is finished`)
      onDone()
    },
    onError: (error: Error) => {
      if (!(error instanceof ApiError) || error.status === 0) return
      key.current = newKey()
      // If prices have changed, the goods are removed, and the person adds them again at their new prices.
      if (error.code === 'PRICE_CHANGED') onChangedPrice()
    },
    onSettled: async () => {
      await Promise.all([rereadVisits(), reread('dashboard/bookings/till')])
    },
  })
}

type LinesProps = { till: TillView; added: readonly Added[]; onChange: (added: Added[]) => void }

function Lines({ till: { lines, currency }, added, onChange }: LinesProps) {
  return (
    <ul aria-label="Bill" className="card divide-y divide-line">
      {lines.map(({ name, quantity, price }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order keep their places
        <li key={index} className="flex min-h-11 items-center justify-between gap-3 px-3 py-2">
          <span>{quantity > 1 ? `${quantity} × ${name}` : name}</span>
          <span className="num shrink-0">{formatMoney(price, currency)}</span>
        </li>
      ))}
      {added.map((line) => {
        const { key, good, quantity } = line
        return (
          <li key={key} className="grid grid-cols-1 gap-2 px-3 py-2">
            <div className="flex min-h-9 flex-wrap items-center gap-3">
              <span className="min-w-0 flex-1">{good.name}</span>
              <Stepper
                quantity={quantity}
                subject={good.name}
                variant="soft"
                hasBin
                removeLabel="One fewer"
                addLabel="One more"
                isAddDisabled={!canAdd(added, good)}
                onRemove={() => onChange(changed(added, line, { quantity: quantity - 1 }))}
                onAdd={() => onChange(changed(added, line, { quantity: quantity + 1 }))}
              />
              <span className="num shrink-0">{formatMoney(priceOf(line, currency), currency)}</span>
            </div>
            <Options
              item={good}
              wish={line}
              currency={currency}
              onChoose={(chosen) => onChange(changed(added, line, { chosen }))}
            />
          </li>
        )
      })}
    </ul>
  )
}

type GoodsProps = {
  till: TillView
  added: readonly Added[]
  search: string
  onSearch: (search: string) => void
  onAdd: (good: Good) => void
}

function Goods({ till: { goods, currency }, added, search, onSearch, onAdd }: GoodsProps) {
  const stockOf = ({ stock }: Good) => (stock === null ? null : `${stock} left`)
  return (
    <section aria-labelledby="till-goods" className="grid grid-cols-1 gap-2">
      <h3 id="till-goods" className="text-label">
        Add products
      </h3>
      <Input
        label="Search products"
        isLabelHidden
        type="search"
        placeholder="Search products"
        autoComplete="off"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          // Enter in this field starts the search for products, because by default Enter would send the form and finish
          // the visit.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {goods.length === 0 ? (
        <p className="text-small text-ink-2">{search ? 'No product has this name.' : 'No products are in stock.'}</p>
      ) : null}
      {goods.length === 0 ? null : (
        <ul className="card divide-y divide-line">
          {goods.slice(0, OFFERED).map((good) => (
            <li key={good.item_id}>
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-3 px-3 py-2 text-start hover:bg-tint disabled:opacity-50"
                disabled={!canAdd(added, good)}
                onClick={() => onAdd(good)}
              >
                <Plus aria-hidden="true" className="size-4.5 shrink-0 text-brand" />
                <span className="min-w-0 flex-1">
                  <span className="block">
                    <span className="sr-only">Add</span> {good.name}
                  </span>
                  {good.stock === null ? null : <span className="block text-small text-ink-2">{stockOf(good)}</span>}
                </span>
                <span className="num shrink-0">
                  {formatMoney(priceOf({ good, chosen: {}, quantity: 1 }, currency), currency)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const OFFERED = 5

function Sums({ till, totals }: { till: TillView; totals: Totals | undefined }) {
  if (!totals) return null
  const rows: [string, string, boolean][] = [
    ['Discount', `-${till.discount}`, Number(till.discount) > 0],
    ['Store charge', till.store_charge, Number(till.store_charge) > 0],
    ['Tax', totals.tax, Number(totals.tax) > 0],
    ['Total', totals.total, true],
    ['Paid', `-${till.paid}`, Number(till.paid) > 0],
    ['Tip', totals.tip, Number(totals.tip) > 0],
  ]
  return (
    <dl className="grid gap-1">
      {rows
        .filter(([, , isShown]) => isShown)
        .map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-ink-2">{label}</dt>
            <dd className="num">{formatMoney(amount, till.currency)}</dd>
          </div>
        ))}
      <div className="flex justify-between gap-3 text-heading">
        <dt>To pay at the salon</dt>
        <dd className="num">{formatMoney(totals.take, till.currency)}</dd>
      </div>
    </dl>
  )
}
