import '#features/ordering/order-admin/print.css'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Paper, Ticket, type TicketKind } from '#features/ordering/order-admin/ticket.tsx'
import { ask } from '#lib/query.ts'

const papers: readonly string[] = ['58', '80', 'a4']

/**
 * Prints an order on 58 mm, 80 mm or A4 paper: for the kitchen without prices, or as a receipt. The print dialog opens
 * automatically.
 */
export default function PrintRoute() {
  const { id } = useParams({ strict: false }) as { id: string }
  const search = useSearch({ strict: false }) as { paper?: string; kind?: string }
  const paper = (papers.includes(search.paper ?? '') ? search.paper : '80') as Paper
  const kind: TicketKind = search.kind === 'kitchen' ? 'kitchen' : 'receipt'
  const { data, error } = useQuery({ ...ask('dashboard/orders/show', { order_id: Number(id) }), retry: false })
  const order = data?.order
  useOpenPrinter(order !== undefined, paper)
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

/** Opens the print dialog after the ticket has rendered, because the length on the paper roll is not known earlier. */
function useOpenPrinter(isReady: boolean, paper: Paper): void {
  const isDone = useRef(false)
  useEffect(() => {
    const root = document.documentElement
    root.classList.add('is-paper')
    return () => root.classList.remove('is-paper')
  }, [])
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    void document.fonts.ready.then(() => {
      setPageSize(paper)
      print()
    })
  }, [isReady, paper])
}

const MM_PER_PX = 25.4 / 96
const margins: Record<Paper, number> = { '58': 2, '80': 3, a4: 16 }

/** A roll has no pages, so its one page is as long as the ticket. Only a style rule can set the length of a page. */
function setPageSize(paper: Paper): void {
  const heightPx = document.querySelector('main')?.offsetHeight ?? 0
  const lengthMm = Math.ceil(heightPx * MM_PER_PX) + 2 * margins[paper] + 4
  const size = paper === 'a4' ? 'A4' : `${paper}mm ${lengthMm}mm`
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@page { size: ${size}; margin: ${margins[paper]}mm }`)
  document.adoptedStyleSheets = [sheet]
}
