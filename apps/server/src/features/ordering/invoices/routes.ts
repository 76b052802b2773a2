import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { presentInvoice } from './present.ts'
import { findOrderToInvoice } from './queries.ts'

export const invoiceRoutes = routes({
  'get-invoice': async ({ input, session, db }) => {
    const order = await findOrderToInvoice(db, { orderId: input.order_id, userId: session.userId })
    if (!order) throw new AppError('NOT_FOUND')
    return presentInvoice(order)
  },
})
