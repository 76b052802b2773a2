import { classNames } from '@nukkad/ui/class-names.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useState } from 'react'
import { Select } from '#components/controls.tsx'
import { useMay } from '#lib/session.ts'
import { type BoardOrder, shortNumber } from './order-texts.ts'
import { useOrderCall } from './use-order-call.ts'

/** The fields that identify an order. */
export type Handled = Pick<BoardOrder, 'id' | 'unique_order_id' | 'status' | 'delivery_type'> & {
  store: { id: number }
}

const minutes = [10, 15, 20, 30, 45, 60, 90]
const KEPT = 'dashboardPrepMinutes'

/** The order board has small buttons; the counter pages on a phone have large ones. */
type StepProps = { order: Handled; size?: 'small' | 'large' }

const named = ({ id, store }: Handled) => ({ store_id: store.id, order_id: id })

/**
 * Shows the button for the next step of an order: accept, confirm, ready or collected. Shows nothing if someone else
 * takes the next step.
 */
export function StepButtons({ order, size = 'small' }: StepProps) {
  switch (order.status) {
    case 'placed':
    case 'schedule_confirmed':
      return <Accept order={order} size={size} />
    case 'scheduled':
      return <Confirm order={order} size={size} />
    case 'accepted':
      return order.delivery_type === 2 ? <Ready order={order} size={size} /> : null
    case 'ready':
      return <Collected order={order} size={size} />
    default:
      return null
  }
}

/** Accepts an order with the chosen number of minutes until it is ready; the browser remembers the last choice. */
function Accept({ order, size = 'small' }: StepProps) {
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEPT) ?? '20')
  const { mutate, isPending } = useOrderCall(
    'store-owner/accept-order',
    `Order ${shortNumber(order.unique_order_id)} is accepted`,
  )
  const choose = (value: string) => {
    setChosen(value)
    localStorage.setItem(KEPT, value)
  }
  return (
    // In a narrow column, the button to accept is in a separate row, below the minutes and "Reject".
    <div className={size === 'large' ? 'flex flex-1 gap-2' : 'contents'}>
      <div className={size === 'small' ? 'min-w-18 flex-1' : undefined}>
        <Select
          label="Minutes to prepare"
          isLabelHidden
          className={classNames('control', size === 'large' ? 'h-13 w-28 px-2 text-heading' : 'w-full px-2 text-small')}
          value={chosen}
          onChange={(event) => choose(event.target.value)}
          options={minutes.map((count) => ({ value: String(count), label: `${count} min` }))}
        />
      </div>
      <Button
        size={size}
        className={size === 'large' ? 'flex-1' : 'order-1 grow-2 basis-28'}
        isBusy={isPending}
        onClick={() => mutate({ ...named(order), order_prep_time: Number(chosen) })}
      >
        Accept
      </Button>
    </div>
  )
}

function Confirm({ order, size = 'small' }: StepProps) {
  const { mutate, isPending } = useOrderCall('store-owner/confirm-scheduled-order', 'The order for later is confirmed')
  return (
    <Button size={size} className="flex-1" isBusy={isPending} onClick={() => mutate(named(order))}>
      Confirm
    </Button>
  )
}

function Ready({ order, size = 'small' }: StepProps) {
  const { mutate, isPending } = useOrderCall('store-owner/mark-selfpickup-order-ready', 'The order can be collected')
  return (
    <Button size={size} variant="tint" className="flex-1" isBusy={isPending} onClick={() => mutate(named(order))}>
      Ready
    </Button>
  )
}

function Collected({ order, size = 'small' }: StepProps) {
  const { mutate, isPending } = useOrderCall('store-owner/mark-selfpickup-order-completed', 'The order is collected')
  const call = 'store-owner/mark-selfpickup-order-completed'
  const mayHandOver = useMay({ permission: 'order_actions', owners: true, call, storeId: order.store.id })
  if (!mayHandOver) return null
  return (
    <Button size={size} variant="tint" className="flex-1" isBusy={isPending} onClick={() => mutate(named(order))}>
      {size === 'large' ? 'Hand over' : 'Collected'}
    </Button>
  )
}
