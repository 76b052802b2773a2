import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { Facts } from '#components/section.tsx'
import { Views } from '#components/views.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { Decide, type RequestKind } from './decide.tsx'
import { ownerOf, type RequestRow, requestFacts } from './request-facts.tsx'

/** The dashboard tables of approval requests, each with the columns of `RequestRow`. */
export type RequestTable =
  | 'wallet_adjustments'
  | 'refunds'
  | 'payment_approvals'
  | 'commission_approvals'
  | 'store_settlements'
  | 'cash_requests'

/**
 * Describes one request in the panel. The panel shows the first fact before the amount and the other facts after the
 * amount.
 */
export type Described = {
  facts: ComponentProps<typeof Facts>['facts']
  amountLabel?: string
  /** Describes the effect of an approval. */
  effect: string
}

type ListProps<Table extends RequestTable> = Pick<ComponentProps<typeof DataTable<Table>>, 'table' | 'cells' | 'empty'>

type ApprovalPageProps<Table extends RequestTable> = ListProps<Table> & {
  kind: RequestKind
  title: string
  text: string
  /** Title of the panel that shows one request. */
  request: string
  /** The label of the fact that names the requester. */
  requesterLabel?: string
  /** The name to show as the requester when no member of staff made the request. */
  requester?: string
  describe: (row: RowOf<Table>) => Described
  /** Actions for a request in addition to its approval, refusal and withdrawal. */
  more?: (row: RowOf<Table>, onDone: () => void) => ReactNode
  /** A form for a new request, and the label of the button that opens it. */
  create?: { label: string; form: (onDone: () => void) => ReactNode; isOpen?: boolean }
}

const views = { all: { title: 'All', search: {} }, waiting: { title: 'Waiting', search: { state: 'waiting' } } }

/** A page of approval requests: the list, a panel for the request that is open, and a form for a new one. */
export function ApprovalPage<Table extends RequestTable>(props: ApprovalPageProps<Table>) {
  const { kind, title, text, request, requesterLabel, requester, describe, more, create, ...list } = props
  const [open, setOpen] = useState<RowOf<Table> | 'new' | undefined>(create?.isOpen ? 'new' : undefined)
  const close = () => setOpen(undefined)
  // `RequestRow` picks columns that all these tables have, but the compiler cannot check this while the table is a type
  // parameter.
  const shown = open === 'new' ? undefined : (open as (RowOf<Table> & RequestRow) | undefined)
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
        {open === 'new' ? create?.form(close) : null}
        {shown ? (
          <div className="grid gap-6">
            <Facts facts={requestFacts(shown, { ...describe(shown), requesterLabel, requester })} />
            {shown.state === 'waiting' ? (
              <Decide
                kind={kind}
                id={Number(shown.id)}
                ownerId={ownerOf(shown)}
                requesterId={shown.proposed_by_id}
                effect={describe(shown).effect}
                onDone={close}
              />
            ) : null}
            {more?.(shown, close)}
          </div>
        ) : null}
      </Panel>
    </>
  )
}
