import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import { Segmented } from '@nukkad/ui/components/segmented.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CloudUpload, Download, FileCode, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { Popup, PopupClose } from '#components/popup.tsx'
import { call } from '#lib/api.ts'
import { download } from '#lib/download.ts'
import { failureText } from '#lib/export-texts.ts'
import { formatCount } from '#lib/format.ts'
import { newKey } from '#lib/new-key.ts'
import { ask } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { toastError } from '#lib/toasts.ts'
import { shapeOf } from './shapes.ts'
import type { TableQuery } from './use-table-state.ts'

const POLL_EVERY_MS = 1000

const entries = [
  { format: 'csv', label: 'CSV', Icon: FileSpreadsheet },
  { format: 'xml', label: 'XML', Icon: FileCode },
  { format: 'drive', label: 'Drive', Icon: CloudUpload },
] as const

type ExportMenuProps = {
  table: TableName
  query: TableQuery
  /** Filters that also apply to “All rows”. */
  fixed?: Readonly<Record<string, string>> | undefined
  /** The name of the table, on pages with more than one table. */
  name?: string
}

/** Exports the filtered rows or all rows; hidden from people who may not export this table. */
export function ExportMenu({ table, query, fixed, name }: ExportMenuProps) {
  const { permission, ownersToo } = shapeOf(table)
  const maySee = useMay({ permission, owners: ownersToo === true, call: 'dashboard/export' })
  const [scope, setScope] = useState<'view' | 'all'>('view')
  const [runId, setRunId] = useState<number>()
  const { mutate, isPending } = useMutation({
    mutationFn: (format: 'csv' | 'xml' | 'drive') => {
      const { q, sort, filters } = query
      const chosen = scope === 'view' ? { q, sort, filters } : { sort, filters: { ...fixed } }
      return call('dashboard/export', { table, ...chosen, format }, { idempotencyKey: newKey() })
    },
    onSuccess: (answer) => ('url' in answer ? download(answer.url) : setRunId(answer.run_id)),
    onError: toastError,
  })
  if (!maySee) return null
  return (
    <>
      <Popup isBrief label="Export" {...(name && { name: `Export: ${name}` })} icon={<Download aria-hidden="true" />}>
        <div className="grid w-64 gap-3">
          <Segmented
            label="Rows"
            value={scope}
            segments={[
              { value: 'view', label: 'This view' },
              { value: 'all', label: 'All rows' },
            ]}
            onChange={setScope}
          />
          <ul>
            {entries.map(({ format, label, Icon }) => (
              <li key={format}>
                <PopupClose
                  disabled={isPending}
                  className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 text-label hover:bg-sunken"
                  onClick={() => mutate(format)}
                >
                  <Icon aria-hidden="true" className="size-5" />
                  {label}
                </PopupClose>
              </li>
            ))}
          </ul>
        </div>
      </Popup>
      {runId === undefined ? null : <DriveProgress id={runId} />}
    </>
  )
}

/** Shows the progress of an export to Drive, until its link is there. */
function DriveProgress({ id }: { id: number }) {
  const { data } = useQuery({
    ...ask('dashboard/exports/show', { id }),
    refetchInterval: ({ state }) =>
      state.data && ['done', 'failed'].includes(state.data.run.status) ? false : POLL_EVERY_MS,
  })
  const run = data?.run
  return (
    <p role="status" className="flex min-h-11 basis-full items-center gap-2 text-small text-ink-2">
      {run?.status === 'done' && run.link ? (
        <>
          {formatCount(run.rows)} rows are in a file in Google Drive.
          <a href={run.link} target="_blank" rel="noopener noreferrer" className="text-brand underline">
            Open the file
          </a>
        </>
      ) : run?.status === 'failed' ? (
        <span className="text-error">{failureText(run.fault)}</span>
      ) : (
        <>
          Uploading to Drive: {formatCount(run?.rows ?? 0)} rows …{run?.fault ? ` ${failureText(run.fault)}` : ''}
        </>
      )}
    </p>
  )
}
