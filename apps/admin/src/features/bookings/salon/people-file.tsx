import { csvOf } from '@nukkad/rules/csv.ts'
import { type PeopleColumn, peopleColumns, personCells } from '@nukkad/rules/people-file.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { OpenTo } from '#components/open-to.tsx'
import { FileDrop, PreviewCard } from '#components/table-file.tsx'
import { call } from '#lib/api.ts'
import { saveCsv } from '#lib/download.ts'
import { focusPage } from '#lib/focus-page.ts'
import { formatCount } from '#lib/format.ts'
import { toast } from '#lib/toasts.ts'
import { useFileImport } from '#lib/use-file-import.ts'
import { rereadSetup, type Setup } from './use-setup.ts'

/** Exports and imports the people of a salon with their hours and services. An import shows a preview first. */
export function PeopleFile({ storeId, setup }: { storeId: number; setup: Setup }) {
  // The server reads the file again at the import, so it compares the file with the salon's current data.
  const [file, setFile] = useState<File>()
  const { preview, isReading, isApplying, problem, read, apply } = useFileImport({
    preview: (picture) => call('dashboard/bookings/people-import/preview', { store_id: storeId }, { picture }),
    onFile: setFile,
    apply: (picture: File) => call('dashboard/bookings/people-import/apply', { store_id: storeId }, { picture }),
    onDone: async ({ added, changed }) => {
      await rereadSetup()
      toast(`Imported: ${formatCount(added)} added, ${formatCount(changed)} changed`)
      focusPage()
    },
  })
  const rows = setup.stylists.map((person) => personCells(person, setup.services))
  return (
    <div className="grid grid-cols-1 gap-5">
      <section aria-label="Download" className="card grid gap-3 p-5">
        <h2 className="text-heading">Download</h2>
        <p className="text-small text-ink-2">
          If a row has no number, it changes the person whose name it has, or adds a new person. If a column is missing,
          its values stay as they are. People who are not in the file stay, and so do accounts, pictures, commissions
          and exceptional days.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="outline" onClick={() => downloadPeople('people.csv', rows)}>
            <FileDown aria-hidden="true" className="size-4.5" />
            Download these people
          </Button>
          <Button
            size="small"
            variant="outline"
            onClick={() => downloadPeople('people-template.csv', [exampleOf(setup)])}
          >
            <FileDown aria-hidden="true" className="size-4.5" />
            Download a template
          </Button>
        </div>
      </section>
      <OpenTo access={{ permission: 'stores_edit', owners: true, storeId }}>
        <FileDrop isBusy={isReading} onFile={read} />
        <FormError text={problem} size="small" />
        {preview && file ? (
          <PreviewCard
            preview={preview}
            changeText={({ changed }) => `Changes: ${changed.map(fieldText).join(', ')}`}
            isBusy={isApplying}
            onApply={() => apply(file)}
          />
        ) : null}
      </OpenTo>
    </div>
  )
}

const fieldLabels: Record<string, string> = { position: 'place', is_active: 'takes visits' }
const dayText = (name: string) => (name.endsWith('day') ? name.charAt(0).toUpperCase() + name.slice(1) : name)
const fieldText = (name: string) => fieldLabels[name] ?? dayText(name)

function exampleOf({ services }: Setup): Partial<Record<PeopleColumn, string>> {
  const [first, second] = services
  const day = '09:00-13:00 | 14:00-18:00'
  return {
    name: 'Nila',
    is_active: 'yes',
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: '10:00-16:00',
    services: [first?.name, second && `${second.name} [${second.price}; 45]`].filter(Boolean).join(' | '),
  }
}

function downloadPeople(name: string, rows: readonly Partial<Record<PeopleColumn, string>>[]): void {
  saveCsv(name, csvOf([peopleColumns, ...rows.map((row) => peopleColumns.map((column) => row[column] ?? ''))]))
}
