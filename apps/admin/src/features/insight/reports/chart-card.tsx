import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import { classNames } from '@nukkad/ui/class-names.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Download } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import type { Point } from './charts.tsx'

// The chart library is large, so it loads with the first chart.
const DaysChart = lazy(() => import('./charts.tsx').then((module) => ({ default: module.DaysChart })))
const BarsChart = lazy(() => import('./charts.tsx').then((module) => ({ default: module.BarsChart })))

// The export menu loads after the card, because the figures on the home page must not wait for the script of the menu.
const ExportMenu = lazy(() =>
  import('#features/shell/table/export-menu.tsx').then((module) => ({ default: module.ExportMenu })),
)

type File = { table: TableName; filters: Record<string, string> }

type ChartCardProps = {
  title: string
  kind: 'days' | 'bars'
  /** The column headings of the table: first that of the labels, then that of the values. */
  heads: [string, string]
  points: readonly Point[]
  formatTick?: (value: number) => string
  note?: ReactNode
  file?: File
  /** Saves the figures as a file; set for figures that no dashboard table can export. */
  onSave?: () => void
}

/** Shows a chart, or the same data as a table. */
export function ChartCard({ title, kind, heads, points, formatTick, note, file, onSave }: ChartCardProps) {
  const [isTable, setTable] = useState(false)
  const Chart = kind === 'days' ? DaysChart : BarsChart
  return (
    <Card
      title={title}
      note={note}
      {...(file && { file })}
      {...(onSave && { onSave })}
      isTable={isTable}
      onToggle={() => setTable(!isTable)}
    >
      {isTable ? (
        <SmallTable title={title} heads={heads} rows={points.map(({ label, read }) => [label, read])} />
      ) : (
        <Suspense fallback={<div className="skeleton h-60 rounded-control" />}>
          <Chart title={title} points={points} {...(formatTick && { formatTick })} />
        </Suspense>
      )}
    </Card>
  )
}

type CardProps = {
  title: string
  note?: ReactNode
  file?: File
  onSave?: () => void
  isTable?: boolean
  onToggle?: () => void
  children: ReactNode
}

export function Card({ title, note, file, onSave, isTable, onToggle, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card min-w-0 p-4">
      <div className={classNames('mb-3 flex flex-wrap items-center gap-3', file ? 'min-h-11' : 'min-h-9')}>
        <h2 id={id} className="min-w-0 flex-1 text-heading">
          {title}
        </h2>
        {onToggle ? (
          <button
            type="button"
            aria-pressed={isTable}
            className="min-h-9 rounded-control px-2 text-small text-brand underline"
            onClick={onToggle}
          >
            As a table
          </button>
        ) : null}
        {onSave ? (
          <Button size="small" variant="outline" aria-label={`Export: ${title}`} onClick={onSave}>
            <Download aria-hidden="true" className="size-4.5" />
            Export
          </Button>
        ) : null}
        {file ? (
          <Suspense>
            <ExportMenu table={file.table} query={{ filters: file.filters }} name={title} />
          </Suspense>
        ) : null}
      </div>
      {children}
      {note ? <p className="mt-2 text-small text-ink-2">{note}</p> : null}
    </section>
  )
}

type SmallTableProps = { title: string; heads: readonly string[]; rows: readonly (readonly string[])[] }

/** Shows a table whose first column holds names and whose other columns hold figures. */
export function SmallTable({ title, heads, rows }: SmallTableProps) {
  if (rows.length === 0) return <p className="py-6 text-center text-ink-2">Nothing in this period.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach an area that scrolls
    <section className="max-h-80 overflow-auto" aria-label={`${title}, rows`} tabIndex={0}>
      <table className="w-full text-start">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-small text-ink-2">
            {heads.map((head, at) => (
              <th key={head} scope="col" className={at === 0 ? 'py-2 text-start' : 'py-2 ps-3 text-end'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('|')} className="border-t border-line">
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={heads[at]} scope="row" className="py-2 text-start font-normal">
                    {cell}
                  </th>
                ) : (
                  <td key={heads[at]} className="num py-2 ps-3 text-end whitespace-nowrap">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
