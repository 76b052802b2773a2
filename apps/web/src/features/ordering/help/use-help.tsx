import { lazy, type ReactNode, useState } from 'react'
import type { Order } from '#features/ordering/orders-list/orders.ts'

const OrderHelp = lazy(() => import('./order-help.tsx'))

type Help = {
  open: (order: Order) => void
  /**
   * Renders the help sheet of the order that was opened; `newest` is a newer copy of this order, which the sheet shows
   * if there is one.
   */
  sheet: (newest?: Order) => ReactNode
}

/** Opens the help of an order in a sheet, whose code loads when a person opens it for the first time. */
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
