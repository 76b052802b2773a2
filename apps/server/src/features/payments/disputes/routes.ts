import { routes } from '#http/calls.ts'
import { paginate } from '#http/paginator.ts'
import { listDisputes } from './dispute-queries.ts'
import { presentDispute } from './disputes.ts'

const DISPUTES_PER_PAGE = 20

export const disputeRoutes = routes({
  'dashboard/payment-disputes': async ({ input: { page, status }, db, config, request }) => {
    const { rows, total } = await listDisputes(db, { status, page, perPage: DISPUTES_PER_PAGE })
    const path = `${request.origin}/public/api/dashboard/payment-disputes`
    const disputes = rows.map((row) => presentDispute(row, config.timeZone))
    return paginate(disputes, { page, perPage: DISPUTES_PER_PAGE, total, path })
  },
})
