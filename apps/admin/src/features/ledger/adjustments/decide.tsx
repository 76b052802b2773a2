import { TextArea } from '#components/controls.tsx'
import { reread } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { AskedForm } from './asked-form.tsx'

/** Kinds of approval requests, as their calls `dashboard/<kind>/approve` and `…/refuse` name them. */
export type RequestKind =
  | 'wallet-adjustments'
  | 'refunds'
  | 'payment-approvals'
  | 'commission-approvals'
  | 'store-settlements'
  | 'delivery-collections'
/** Kinds whose approval sends the customer a message. */
const notifyingKinds: ReadonlySet<RequestKind> = new Set(['wallet-adjustments', 'refunds'])

type WaitingRequest = {
  kind: RequestKind
  id: number
  /** The customer or rider whose money the request moves; this person may not decide the request. */
  ownerId: number | null
  /** The member of staff who made the request; this person may only withdraw it. */
  requesterId: number | null
  /** Describes the effect of an approval. */
  effect: string
  onDone: () => void
}

/** The decision on a waiting request: an approver approves or refuses it, its requester may withdraw it. */
export function Decide({ kind, id, ownerId, requesterId, effect, onDone }: WaitingRequest) {
  const { id: memberId } = useMember()
  if (memberId === ownerId) return <p>You cannot decide about your own money. Another member of staff must decide.</p>
  if (memberId !== requesterId)
    return (
      <div className="grid gap-6">
        <Approve kind={kind} id={id} effect={effect} onDone={onDone} />
        <Refuse kind={kind} id={id} onDone={onDone} />
      </div>
    )
  return (
    <div className="grid gap-6">
      <p className="rounded-control bg-tint px-4 py-3 text-on-tint">
        You made this request, so another member of staff must approve it. You can withdraw the request until it is
        approved.
      </p>
      <Refuse kind={kind} id={id} isOwn onDone={onDone} />
    </div>
  )
}

async function rereadMoney(): Promise<void> {
  await reread('dashboard/table', 'dashboard/liabilities', 'dashboard/orders/show', 'dashboard/people/show')
}

type DecisionProps = Pick<WaitingRequest, 'kind' | 'id' | 'onDone'>

function Approve({ kind, id, effect, onDone }: DecisionProps & { effect: string }) {
  const { submit, formError, formState } = useCallForm(`dashboard/${kind}/approve`, {
    values: {},
    toInput: () => ({ id }),
    onDone: async () => {
      await rereadMoney()
      toast(
        notifyingKinds.has(kind)
          ? 'The request was approved, and the customer is notified'
          : 'The request was approved',
      )
      onDone()
    },
  })
  return (
    <AskedForm
      label="Approve"
      submit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      action="Approve"
      question="Approve this request?"
      says={effect}
    >
      <p className="text-ink-2">{effect}</p>
    </AskedForm>
  )
}

function Refuse({ kind, id, isOwn = false, onDone }: DecisionProps & { isOwn?: boolean }) {
  const action = isOwn ? 'Withdraw' : 'Refuse'
  const { field, submit, formError, formState } = useCallForm(`dashboard/${kind}/refuse`, {
    values: { reason: '' },
    toInput: ({ reason }: { reason: string }) => ({ id, reason }),
    onDone: async () => {
      await rereadMoney()
      toast(
        isOwn ? 'The request was withdrawn, and no money was moved' : 'The request was refused, and no money was moved',
      )
      onDone()
    },
  })
  return (
    <AskedForm
      label={action}
      submit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      action={action}
      variant="outline"
      question={`${action} this request?`}
      says="No money moves, and this request can no longer be approved."
    >
      <TextArea
        label={isOwn ? 'Why you withdraw the request' : 'Why you refuse the request'}
        help={
          isOwn ? 'Your reason is stored with the request.' : 'The person who made the request can read your reason.'
        }
        rows={2}
        {...field('reason')}
      />
    </AskedForm>
  )
}
