import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Menu, MenuItem } from '#components/menu.tsx'
import { ask } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import type { Handled } from './step-buttons.tsx'
import { useOrderCall } from './use-order-call.ts'

type RejectProps = {
  order: Handled
  /** Whether the button shows only its icon, because it is next to "Accept" in a narrow column. */
  isIcon?: boolean
}

/** Rejects an order that has not been accepted, with the chosen reason; the full payment is refunded. */
export function RejectMenu({ order, isIcon = false }: RejectProps) {
  const call = 'store-owner/cancel-order'
  const mayReject = useMay({ permission: 'order_actions', owners: true, call, storeId: order.store.id })
  return mayReject ? <Reasons order={order} isIcon={isIcon} /> : null
}

function Reasons({ order, isIcon }: Required<RejectProps>) {
  const { data } = useQuery({ ...ask('store-owner/get-cancel-reasons-for-restaurant', {}), staleTime: Infinity })
  const { mutate, isPending } = useOrderCall('store-owner/cancel-order', 'The order is rejected')
  if (order.status !== 'placed' && order.status !== 'scheduled') return null
  return (
    <Menu label="Reject" title="Reject because …" look={isIcon ? 'icon' : 'label'} icon={<X aria-hidden="true" />}>
      {data?.map(({ id, cancel_reason }) => (
        <MenuItem
          key={id}
          isDanger
          isDisabled={isPending}
          onPress={() => mutate({ store_id: order.store.id, order_id: order.id, cancel_reason })}
        >
          {cancel_reason}
        </MenuItem>
      ))}
    </Menu>
  )
}
