import type { Output } from '@nukkad/contract/contract.ts'
import { routes } from '#http/calls.ts'
import { once } from '#http/idempotency.ts'
import { paginate } from '#http/paginator.ts'
import { getIssue, listIssues } from './issue-queries.ts'
import { handleIssue, presentIssue } from './issues.ts'

const ISSUES_PER_PAGE = 20

export const issueRoutes = routes({
  'dashboard/payment-issues': async ({ input: { page, kind, state }, db, config, request }) => {
    const wanted = { kind, isHandled: state === 'handled', page, perPage: ISSUES_PER_PAGE }
    const { rows, total } = await listIssues(db, wanted)
    const path = `${request.origin}/public/api/dashboard/payment-issues`
    const issues = rows.map((row) => presentIssue(row, config.timeZone))
    return paginate(issues, { page, perPage: ISSUES_PER_PAGE, total, path })
  },

  'dashboard/payment-issues/handle': async ({ input: { id, note }, db, config, session: { userId }, request }) =>
    once(
      { db, request, userId, call: 'dashboard/payment-issues/handle' },
      async (tx): Promise<Output<'dashboard/payment-issues/handle'>> => {
        await handleIssue(tx, { id, note, staffId: userId, request })
        return { success: true, data: presentIssue(await getIssue(tx, id), config.timeZone) }
      },
    ),
})
