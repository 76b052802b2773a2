import '#features/operate/print.css'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Paper, Ticket, type TicketKind } from '#features/operate/ticket.tsx'
import { ask } from '#lib/query.ts'

const papers: readonly string[] = ['58', '80', 'a4']

/** An order on paper: 58 mm, 80 mm or A4, for the kitchen without prices or as a receipt. The printer opens by itself. */
export default function PrintRoute() {
  const { id } = useParams({ strict: false }) as { id: string }
  const search = useSearch({ strict: false }) as { paper?: string; kind?: string }
  const paper = (papers.includes(search.paper ?? '') ? search.paper : '80') as Paper
  const kind: TicketKind = search.kind === 'kitchen' ? 'kitchen' : 'receipt'
  const { data, error } = useQuery({ ...ask('dashboard/orders/show', { order_id: Number(id) }), retry: false })
  const order = data?.order
  useOpenPrinter(order !== undefined)
  usePageSize(paper)
  if (error) return <p role="alert">{error.message}</p>
  if (!order) return <p role="status">One moment …</p>
  return (
    <>
      <button type="button" className="print-button" onClick={() => print()}>
        Print
      </button>
      <Ticket order={order} paper={paper} kind={kind} />
    </>
  )
}

function useOpenPrinter(isReady: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    void document.fonts.ready.then(() => print())
  }, [isReady])
}

/** The size of the paper, which CSS can only name by a whole rule: the root element says which of the pages it is. */
function usePageSize(paper: Paper): void {
  useEffect(() => {
    document.documentElement.dataset.paper = paper
    return () => {
      delete document.documentElement.dataset.paper
    }
  }, [paper])
}
