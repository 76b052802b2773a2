import { takingMethods } from '@nukkad/rules/visit-till.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Segmented } from '@nukkad/ui/components/segmented.tsx'
import { useState } from 'react'
import { Input } from '#components/controls.tsx'
import { currencySign, formatMoney } from '#lib/format.ts'
import type { Visit } from './diary.ts'
import { methodTexts, type Paid, type Part, paidOf, partsOf } from './takings-values.ts'
import { useVisitCall } from './use-diary.ts'

type PaidByProps = { paid: Paid; currency: string; problem: string | undefined; onChange: (paid: Paid) => void }

const choices = [
  ...takingMethods.map((value) => ({ value, label: methodTexts[value] })),
  { value: 'parts' as const, label: 'In parts' },
]

const partTexts = { cash: 'In cash', card: 'By card', upi: 'By UPI' }

/** Selects how a customer pays at the salon: by one payment method, or in parts by several. */
export function PaidBy({ paid, currency, problem, onChange }: PaidByProps) {
  const isInParts = paid.by === 'parts'
  return (
    <div className="grid grid-cols-1 gap-2">
      <p aria-hidden="true" className="text-label">
        Paid by
      </p>
      <Segmented<Paid['by']>
        label="Paid by"
        value={paid.by}
        segments={choices}
        onChange={(by) => onChange({ ...paid, by })}
      />
      {isInParts ? (
        <div className="grid grid-cols-3 gap-3">
          {takingMethods.map((method) => (
            <Input
              key={method}
              label={partTexts[method]}
              before={currencySign(currency)}
              inputMode="decimal"
              autoComplete="off"
              value={paid.parts[method]}
              onChange={(event) => onChange({ ...paid, parts: { ...paid.parts, [method]: event.target.value } })}
            />
          ))}
        </div>
      ) : null}
      <FormError text={problem} size="small" />
    </div>
  )
}

/**
 * Keeps the values of the form in which a person selects how the customer paid an amount. `read` returns the parts;
 * from its first call on, the form shows why the parts are not complete.
 */
export function usePaid(take: string, currency: string, before: readonly Part[] = []) {
  const [paid, setPaid] = useState(() => paidOf(before))
  const [isTried, setTried] = useState(false)
  const now = partsOf(paid, take, currency)
  const problem = isTried && 'problem' in now ? now.problem : undefined
  return {
    fields: { paid, currency, problem, onChange: setPaid },
    read: () => {
      setTried(true)
      return 'takings' in now ? now.takings : undefined
    },
  }
}

type CorrectProps = { storeId: number; visit: Visit; taken: string; currency: string; onClose: () => void }

/** Records or corrects the payment methods of a finished visit, whose total amount cannot be changed. */
export function CorrectTakings({ storeId, visit, taken, currency, onClose }: CorrectProps) {
  const paid = usePaid(taken, currency, visit.takings)
  const save = useVisitCall('dashboard/bookings/takings/save', 'Saved how the visit was paid')
  return (
    <form
      aria-label="How the visit was paid"
      className="card grid grid-cols-1 gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        const takings = paid.read()
        const about = { store_id: storeId, unique_visit_id: visit.unique_visit_id }
        if (takings) save.mutate({ ...about, takings }, { onSuccess: onClose })
      }}
    >
      <p className="flex justify-between gap-3">
        <span>Taken at the salon</span>
        <span className="num">{formatMoney(taken, currency)}</span>
      </p>
      <PaidBy {...paid.fields} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" isBusy={save.isPending}>
          Save
        </Button>
        <Button size="small" variant="outline" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}
