import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'
import { Panel } from '#parts/panel.tsx'
import { Facts } from '#parts/section.tsx'
import { Views } from '#parts/views.tsx'
import { Decide, type RequestKind } from './decide.tsx'
import { sumWords, whenWords } from './facts.ts'

/** Lists of approval requests; each carries the columns of `RequestRow`. */
export type RequestTable =
  | 'wallet_adjustments'
  | 'refunds'
  | 'payment_approvals'
  | 'commission_approvals'
  | 'store_settlements'
  | 'cash_requests'

type ListProps<Table extends RequestTable> = Pick<ComponentProps<typeof DataTable<Table>>, 'table' | 'cells' | 'empty'>

type ApprovalsProps<Table extends RequestTable> = ListProps<Table> & {
  title: string
  text: string
  /** Title of the panel that shows one request. */
  request: string
  /** A form for a new request, and the label of the button that opens it. */
  create?: { label: string; form: (onDone: () => void) => ReactNode; isOpen?: boolean }
  /** The content of the panel for one request. */
  children: (row: RowOf<Table>, onDone: () => void) => ReactNode
}

const views = { all: { title: 'All', search: {} }, waiting: { title: 'Waiting', search: { state: 'waiting' } } }

/** A page of approval requests: the list, a panel for the request that is open, and a form for a new one. */
export function Approvals<Table extends RequestTable>(props: ApprovalsProps<Table>) {
  const { title, text, request, create, children, ...list } = props
  const [open, setOpen] = useState<RowOf<Table> | 'new' | undefined>(create?.isOpen ? 'new' : undefined)
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead title={title} text={text}>
        {create ? (
          <Button size="small" onClick={() => setOpen('new')}>
            <Plus aria-hidden="true" className="size-4.5" />
            {create.label}
          </Button>
        ) : null}
      </PageHead>
      <Views label="Requests" param="state" views={views} />
      <DataTable {...list} onOpen={setOpen} />
      <Panel isOpen={open !== undefined} onClose={close} title={open === 'new' ? create?.label : request}>
        {open === 'new' ? create?.form(close) : open && children(open, close)}
      </Panel>
    </>
  )
}

/** What every list of approval requests says of one. */
export type RequestRow = Pick<
  RowOf<RequestTable>,
  | 'id'
  | 'state'
  | 'amount'
  | 'currency'
  | 'proposed_by'
  | 'proposed_by_id'
  | 'decided_by'
  | 'decision_reason'
  | 'created_at'
> & { customer_id?: number | null; rider_id?: number | null }

const stateText: Record<string, string> = { waiting: 'Waiting for approval', booked: 'Booked', refused: 'Refused' }

type RequestProps = {
  kind: RequestKind
  row: RequestRow
  /** The facts of this kind of request; the amount follows the first one. */
  facts: ComponentProps<typeof Facts>['facts']
  amountLabel?: string
  requesterLabel?: string
  /** Who asked for it when no member of staff did. */
  requester?: string
  /** What an approval does. */
  effect: string
  onDone: () => void
}

/** One approval request: its facts, and the decision while it waits. */
export function Request(props: RequestProps) {
  const { kind, row, facts, amountLabel = 'Amount', requesterLabel = 'Requested by', effect, onDone } = props
  const [first, ...rest] = facts
  const requester = row.proposed_by ?? props.requester ?? '–'
  const isWaiting = row.state === 'waiting'
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ...(first ? [first] : []),
          [amountLabel, <b key="amount">{sumWords(row)}</b>],
          ...rest,
          ['State', stateText[row.state ?? '']],
          [requesterLabel, `${requester}, ${whenWords(row.created_at)}`],
          ...(isWaiting ? [] : ([['Decided by', row.decided_by ?? requester]] as const)),
          ...(row.decision_reason ? ([['Reason of the decision', row.decision_reason]] as const) : []),
        ]}
      />
      {isWaiting ? (
        <Decide
          kind={kind}
          id={Number(row.id)}
          ownerId={row.customer_id ?? row.rider_id ?? null}
          requesterId={row.proposed_by_id}
          effect={effect}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}
