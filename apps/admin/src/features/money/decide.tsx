import { notice } from '#lib/notices.ts'
import { reread } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { TextArea } from '#parts/controls.tsx'
import { AskedForm } from './asked-form.tsx'

type Kind = 'wallet-adjustments' | 'refunds' | 'payment-approvals' | 'commission-approvals' | 'store-settlements'
/** Whose customer reads of it. */
const isTold: Partial<Record<Kind, true>> = { 'wallet-adjustments': true, refunds: true }

type Waiting = {
  kind: Kind
  id: number
  /** Whose money it is, and who asked: neither of them books it. */
  customerId: number | null
  askerId: number | null
  /** What booking it does. */
  says: string
  onDone: () => void
}

/** What can be done with a proposal that waits: somebody else books or refuses it, who asked for it takes it back. */
export function Decide({ kind, id, customerId, askerId, says, onDone }: Waiting) {
  const { id: me } = useMember()
  if (me === customerId) return <p>This is your own money: somebody else decides on it.</p>
  const isOwn = me === askerId
  return (
    <div className="grid gap-6">
      {isOwn ? (
        <p className="rounded-control bg-tint px-4 py-3 text-on-tint">
          You have asked for this, so a second person books it. Until then you can take it back.
        </p>
      ) : (
        <Approve kind={kind} id={id} says={says} onDone={onDone} />
      )}
      <Refuse kind={kind} id={id} isOwn={isOwn} onDone={onDone} />
    </div>
  )
}

async function rereadMoney(): Promise<void> {
  await reread('dashboard/table', 'dashboard/liabilities', 'dashboard/orders/show', 'dashboard/people/show')
}

function Approve({ kind, id, says, onDone }: Pick<Waiting, 'kind' | 'id' | 'says' | 'onDone'>) {
  const { submit, fault, formState } = useCallForm(`dashboard/${kind}/approve`, {
    values: {},
    toInput: () => ({ id }),
    onDone: async () => {
      await rereadMoney()
      notice(isTold[kind] ? 'Approved; the customer is told' : 'Approved')
      onDone()
    },
  })
  return (
    <AskedForm
      label="Approve"
      submit={submit}
      fault={fault}
      isBusy={formState.isSubmitting}
      action="Approve"
      question="Approve it?"
      says={says}
    >
      <p className="text-ink-2">{says}</p>
    </AskedForm>
  )
}

function Refuse({ kind, id, isOwn, onDone }: Pick<Waiting, 'kind' | 'id' | 'onDone'> & { isOwn: boolean }) {
  const action = isOwn ? 'Take it back' : 'Refuse it'
  const { register, submit, fault, formState } = useCallForm(`dashboard/${kind}/refuse`, {
    values: { reason: '' },
    toInput: ({ reason }: { reason: string }) => ({ id, reason }),
    onDone: async () => {
      await rereadMoney()
      notice(isOwn ? 'Taken back; no money has moved' : 'Refused; no money has moved')
      onDone()
    },
  })
  return (
    <AskedForm
      label={action}
      submit={submit}
      fault={fault}
      isBusy={formState.isSubmitting}
      action={action}
      look="outline"
      question={`${action}?`}
      says="No money moves, and it cannot be booked any more."
    >
      <TextArea
        label={isOwn ? 'Why you take it back' : 'Why you refuse it'}
        help="Who asked for it reads this."
        rows={2}
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </AskedForm>
  )
}
