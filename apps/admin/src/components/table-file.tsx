import { csvOf } from '@nukkad/rules/csv.ts'
import { classNames } from '@nukkad/ui/class-names.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { saveCsv } from '#lib/download.ts'
import { formatCount } from '#lib/format.ts'
import { FileButton } from './file-button.tsx'

/** Accepts a CSV file, dropped or selected. */
export function FileDrop({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <section
      aria-label="Upload"
      className={classNames('card grid justify-items-center gap-3 p-8 text-center', isOver && 'bg-tint')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <FileUp aria-hidden="true" className="size-8 text-ink-2" />
      <p>Drop a CSV file here. You see a preview before anything changes.</p>
      <FileButton label="Choose a CSV file" accept=".csv,text/csv" isBusy={isBusy} onFile={onFile}>
        {isBusy ? 'Reading …' : 'Choose a file'}
      </FileButton>
    </section>
  )
}

type WrongRowsProps = {
  errors: readonly { row: number; column: string; message: string }[]
  /** The number of all errors, if there are more than the server lists. */
  count: number
}

const MAX_LISTED = 200

/** Lists the errors of a file, by row and column. */
function WrongRows({ errors, count }: WrongRowsProps) {
  const listed = errors.slice(0, MAX_LISTED)
  return (
    <div role="alert">
      <p className="text-label text-error">
        {formatCount(count)} {count === 1 ? 'error was' : 'errors were'} found. Nothing was changed.
        {listed.length < count ? ` Only the first ${formatCount(listed.length)} errors are listed.` : ''}
      </p>
      {listed.length < errors.length ? (
        <Button size="small" variant="outline" onClick={() => saveWrongRows(errors)}>
          {errors.length < count ? `The first ${formatCount(errors.length)} errors` : 'All errors'} as CSV
        </Button>
      ) : null}
      <div className="mt-2 max-h-80 overflow-auto">
        <table className="data-table">
          <caption className="sr-only">What is wrong</caption>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {listed.map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`}>
                <td data-label="Row">{row}</td>
                <td data-label="Column">{column}</td>
                <td data-label="What is wrong" data-main="">
                  {message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function saveWrongRows(errors: WrongRowsProps['errors']): void {
  const rows = errors.map(({ row, column, message }) => [String(row), column, message])
  saveCsv('what-is-wrong.csv', csvOf([['Row', 'Column', 'What is wrong'], ...rows]))
}

type Sample = { row: number; does: 'add' | 'change' | 'nothing'; name: string }
type Preview<Row extends Sample> = {
  rows: number
  to_add: number
  to_change: number
  unchanged: number
  errors: WrongRowsProps['errors']
  errors_count: number
  sample: readonly Row[]
}
type PreviewCardProps<Row extends Sample> = {
  preview: Preview<Row>
  /** Returns the text of a changed row. */
  changeText: (row: Row) => string
  /** Columns of the preview between the name of a row and its change. */
  columns?: readonly { label: string; isNumber?: boolean; cell: (row: Row) => ReactNode }[]
  /** A sentence that the preview shows after the numbers of added and changed rows. */
  note?: string
  isBusy: boolean
  onApply: () => void
}

/** Shows the changes that a file makes, with a button to make them, or its errors. */
export function PreviewCard<Row extends Sample>(props: PreviewCardProps<Row>) {
  const { preview, note, isBusy, onApply } = props
  const { rows, to_add: toAdd, to_change: toChange, unchanged, errors, errors_count: count, sample } = preview
  return (
    <section aria-label="Preview" className="card grid grid-cols-1 gap-4 p-5">
      <h2 className="text-heading">Preview</h2>
      <p role="status">
        {formatCount(rows)} {rows === 1 ? 'row' : 'rows'}: {formatCount(toAdd)} to add, {formatCount(toChange)} to
        change, {formatCount(unchanged)} unchanged.{note ? ` ${note}` : ''}
      </p>
      {count > 0 ? (
        <WrongRows errors={errors} count={count} />
      ) : (
        <>
          <SampleTable {...props} />
          <ShownOf shown={sample.length} rows={rows} />
          {toAdd + toChange > 0 ? (
            <div>
              <Button size="small" isBusy={isBusy} onClick={onApply}>
                Import {formatCount(toAdd + toChange)} {toAdd + toChange === 1 ? 'row' : 'rows'}
              </Button>
            </div>
          ) : (
            <p className="text-ink-2">This file changes nothing.</p>
          )}
        </>
      )}
    </section>
  )
}

function SampleTable<Row extends Sample>({ preview: { sample }, columns = [], changeText }: PreviewCardProps<Row>) {
  return (
    <div className="max-h-96 overflow-auto">
      <table className="data-table">
        <caption className="sr-only">Preview of the first rows</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Name</th>
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" data-align={isNumber ? 'end' : undefined}>
                {label}
              </th>
            ))}
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {sample.map((row) => (
            <tr key={row.row}>
              <td data-label="Row">{row.row}</td>
              <td data-label="Name" data-main="">
                {row.name}
              </td>
              {columns.map(({ label, isNumber, cell }) => (
                <td
                  key={label}
                  data-label={label}
                  data-align={isNumber ? 'end' : undefined}
                  className={isNumber ? 'num' : undefined}
                >
                  {cell(row)}
                </td>
              ))}
              <td data-label="Change">{row.does === 'change' ? changeText(row) : stepTexts[row.does]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const stepTexts = { add: 'Will be added', nothing: 'No change' }

/** Says that the preview shows only the first rows, and how they are sorted. */
function ShownOf({ shown, rows }: { shown: number; rows: number }) {
  if (shown >= rows) return null
  return (
    <p className="text-small text-ink-2">
      {formatCount(shown)} of {formatCount(rows)} rows are shown. The rows with changes come first.
    </p>
  )
}

type ImportedCardProps = { isBusy: boolean; onUndo: () => void; children: ReactNode }

/** Shows the result of an import, with a button to undo it. */
export function ImportedCard({ isBusy, onUndo, children }: ImportedCardProps) {
  const card = useRef<HTMLElement>(null)
  // The focus moves to the result, because the pressed button has disappeared together with the preview.
  useEffect(() => card.current?.focus(), [])
  return (
    <section ref={card} tabIndex={-1} aria-label="Imported" className="card flex flex-wrap items-center gap-3 p-5">
      <p role="status" className="min-w-0 flex-1">
        {children}
      </p>
      <Button size="small" variant="outline" isBusy={isBusy} onClick={onUndo}>
        Undo (within ten minutes)
      </Button>
    </section>
  )
}
