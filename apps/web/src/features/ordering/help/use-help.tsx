import { lazy, type ReactNode, useState } from 'react'
import type { Order } from '#features/ordering/orders-list/orders.ts'

const OrderHelp = lazy(() => import('./order-help.tsx'))

type Help = {
  open: (order: Order) => void
  /** Renders the help sheet of the opened order. `newest` updates the order that the sheet shows. */
  sheet: (newest?: Order) => ReactNode
}

/** Opens the help of an order in a sheet, which loads when it is first needed. */
export function useHelp(): Help {
  const [opened, setOpened] = useState<Order | null>(null)
  const [isOpen, setOpen] = useState(false)
  return {
    open: (order) => {
      setOpened(order)
      setOpen(true)
    },
    sheet: (newest) => {
      if (!opened) return null
      const order = newest?.id === opened.id ? newest : opened
      return <OrderHelp key={order.id} order={order} isOpen={isOpen} onClose={() => setOpen(false)} />
    },
  }
}
