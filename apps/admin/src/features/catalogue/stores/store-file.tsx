import type { Output } from '@nukkad/contract/contract.ts'
import { csvOf } from '@nukkad/rules/csv.ts'
import { type StoreFileColumn, storeFileColumns, storeFileHead } from '@nukkad/rules/store-file.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { FileDrop, ImportedCard, PreviewCard } from '#components/table-file.tsx'
import { call } from '#lib/api.ts'
import { download, saveCsv } from '#lib/download.ts'
import { focusPage } from '#lib/focus-page.ts'
import { formatCount } from '#lib/format.ts'
import { newKey } from '#lib/new-key.ts'
import { reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useFileImport } from '#lib/use-file-import.ts'

type Preview = Output<'dashboard/store-import/preview'>
type Done = { importId: string } & Output<'dashboard/store-import/apply'>

const rereadStores = () => reread('dashboard/table', 'dashboard/stores/read')

/** Exports and imports stores as a file. An import shows a preview first and can be undone. */
export function StoreFile() {
  const [done, setDone] = useState<Done>()
  const { preview, isReading, isApplying, problem, read, apply } = useFileImport({
    preview: (picture) => call('dashboard/store-import/preview', {}, { picture }),
    onFile: () => setDone(undefined),
    apply: (import_id: string) => call('dashboard/store-import/apply', { import_id }),
    onDone: async (answer, importId) => {
      await rereadStores()
      setDone({ importId, ...answer })
    },
  })
  return (
    <div className="grid max-w-4xl gap-5">
      <Downloads />
      <FileDrop isBusy={isReading} onFile={read} />
      <FormError text={problem} size="small" />
      {preview ? (
        <PreviewCard
          preview={preview}
          changeText={() => 'Will be changed'}
          columns={[{ label: 'Values', cell: ({ changes }) => <Values changes={changes} /> }]}
          isBusy={isApplying}
          onApply={() => preview.import_id && apply(preview.import_id)}
        />
      ) : null}
      {done ? <DoneCard done={done} onUndone={() => setDone(undefined)} /> : null}
    </div>
  )
}

function Downloads() {
  const all = useMutation({
    mutationFn: () =>
      call('dashboard/export', { table: 'stores', sort: 'name', format: 'csv' }, { idempotencyKey: newKey() }),
    onSuccess: (answer) => 'url' in answer && download(answer.url),
    onError: toastError,
  })
  return (
    <section aria-label="Download" className="card grid gap-3 p-5">
      <h2 className="text-heading">Download</h2>
      <p className="text-small text-ink-2">
        A row with a store’s number or page changes that store. A row without a number and a page adds a store. If a
        column is missing, its values stay as they are. Staff must approve new stores.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="outline" isBusy={all.isPending} onClick={() => all.mutate()}>
          <FileDown aria-hidden="true" className="size-4.5" />
          All stores
        </Button>
        <Button size="small" variant="outline" onClick={handTemplate}>
          <FileDown aria-hidden="true" className="size-4.5" />A template
        </Button>
      </div>
    </section>
  )
}

function Values({ changes }: { changes: Preview['sample'][number]['changes'] }) {
  return (
    <ul className="py-2">
      {changes.map(({ column, before, after }) => (
        <li key={column}>
          {column}: {before === null ? null : <del className="text-ink-2">{before || 'nothing'}</del>}{' '}
          <ins className="no-underline">{after || 'nothing'}</ins>
        </li>
      ))}
    </ul>
  )
}

function DoneCard({ done, onUndone }: { done: Done; onUndone: () => void }) {
  const undo = useMutation({
    mutationFn: () => call('dashboard/store-import/undo', { import_id: done.importId }),
    onSuccess: async ({ removed, put_back }) => {
      await rereadStores()
      toast(
        `${formatCount(removed)} added stores were removed, and ${formatCount(put_back)} changed stores were restored.`,
      )
      onUndone()
      focusPage()
    },
    onError: toastError,
  })
  return (
    <ImportedCard isBusy={undo.isPending} onUndo={() => undo.mutate()}>
      {formatCount(done.added)} stores were added and {formatCount(done.changed)} changed.
    </ImportedCard>
  )
}

const example: Partial<Record<StoreFileColumn, string>> = {
  name: 'Corner Kitchen',
  kind: 'Store',
  delivery_type: 'Delivery and pickup',
  is_active: 'yes',
  is_featured: 'no',
  address: '12 Main Street',
  latitude: '12.9716',
  longitude: '77.5946',
  delivery_radius: '5',
  commission: '10',
  delivery_charge_type: 'The same for every distance',
  delivery_charges: '30.00',
  min_order_price: '99.00',
}

function handTemplate(): void {
  saveCsv(
    'stores-template.csv',
    csvOf([storeFileColumns.map(storeFileHead), storeFileColumns.map((column) => example[column] ?? '')]),
  )
}
