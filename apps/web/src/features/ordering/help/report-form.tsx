import type { CaseProblem } from '@nukkad/contract/ordering/cases.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { TextArea } from '@nukkad/ui/components/field.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Stepper } from '@nukkad/ui/components/stepper.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Order } from '#features/ordering/orders-list/orders.ts'
import { SendButton } from '#features/shell/send-button.tsx'
import { ApiError, call } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { newKey } from '#lib/new-key.ts'
import { notify } from '#lib/toasts.ts'

type Quantities = Readonly<Record<number, number>>
type ReportFormProps = { order: Order; problem: CaseProblem; onDone: () => void }

/** Reports a problem of an order: the affected items, unless the order is late, and the customer's description. */
export function ReportForm({ order, problem, onDone }: ReportFormProps) {
  const [quantities, setQuantities] = useState<Quantities>({})
  const [words, setWords] = useState('')
  const [key] = useState(newKey)
  const client = useQueryClient()
  const items = Object.entries(quantities)
    .map(([id, quantity]) => ({ id: Number(id), quantity }))
    .filter(({ quantity }) => quantity > 0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('open-case', { order_id: order.id, problem, items, words }, { idempotencyKey: key }),
    onSuccess: () => {
      notify(t('helpSent'))
      onDone()
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['get-order-help'] })
      void client.invalidateQueries({ queryKey: ['get-cases'] })
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  const refusal = error && (error instanceof ApiError ? errorText(error.code) : t('error_INTERNAL'))
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={send}>
      <FormError text={refusal ?? undefined} />
      {problem === 'late' ? null : <Items order={order} quantities={quantities} onChange={setQuantities} />}
      <TextArea
        label={t('helpWords')}
        rows={3}
        maxLength={500}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className="grid grid-cols-2 items-end gap-2.5">
        <Button variant="outline" onClick={onDone}>
          {t('a11yBack')}
        </Button>
        <SendButton type="submit" isBlock isBusy={isPending} disabled={problem !== 'late' && items.length === 0}>
          {t('helpSend')}
        </SendButton>
      </div>
    </form>
  )
}

type ItemsProps = { order: Order; quantities: Quantities; onChange: (quantities: Quantities) => void }

function Items({ order, quantities, onChange }: ItemsProps) {
  return (
    <fieldset>
      <legend className="text-label">{t('helpItems')}</legend>
      <ul className="divide-y divide-line">
        {order.orderitems.map((item) => {
          const quantity = quantities[item.id] ?? 0
          const set = (count: number) => onChange({ ...quantities, [item.id]: count })
          return (
            <li key={item.id} className="flex min-h-13 items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                {item.quantity > 1 ? <span className="num font-650">{item.quantity} × </span> : null}
                {item.name}
              </span>
              <Stepper
                variant="soft"
                quantity={quantity}
                subject={item.name}
                removeLabel={t('helpFewer', { item: item.name })}
                addLabel={t('helpMore', { item: item.name })}
                {...(quantity === 0 && { removeDisabledReason: ' ' })}
                isAddDisabled={quantity >= item.quantity}
                onRemove={() => set(quantity - 1)}
                onAdd={() => set(quantity + 1)}
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
