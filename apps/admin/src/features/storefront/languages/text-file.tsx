import type { Output } from '@nukkad/contract/contract.ts'
import { csvOf } from '@nukkad/rules/csv.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { FileDown, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Panel } from '#components/panel.tsx'
import { ApiError, call } from '#lib/api.ts'
import { saveCsv } from '#lib/download.ts'
import { reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'
import type { Language } from './language-panel.tsx'
import { shownText, type TextRow } from './text-rows.ts'

type Judged = Output<'dashboard/texts/import'>
const MAX_SHOWN = 100

/** Exports texts to a file for a translator, and imports them after a preview of the changes. */
export function TextFile({ language, rows }: { language: Language; rows: readonly TextRow[] }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [judged, setJudged] = useState<Judged>()
  const send = useMutation({
    mutationFn: ({ picture, apply }: { picture: File; apply: 'yes' | 'no' }) =>
      call('dashboard/texts/import', { language_id: language.id, apply }, { picture }),
    onSuccess: async (answer) => {
      if (!answer.is_applied) return setJudged(answer)
      setJudged(undefined)
      await reread('dashboard/texts', 'dashboard/languages')
      toast(`${answer.changes.length} texts changed`)
    },
    onError: (refusal) =>
      toastError(refusal instanceof ApiError && refusal.fields.file ? new Refused(refusal.fields.file) : refusal),
  })
  return (
    <>
      <Button size="small" variant="outline" onClick={() => saveFile(language, rows)}>
        <FileDown aria-hidden="true" className="size-4.5" />
        Download
      </Button>
      <Button size="small" variant="outline" isBusy={send.isPending} onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" className="size-4.5" />
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="File with texts"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const picture = event.target.files?.[0]
          event.target.value = ''
          if (!picture) return
          setFile(picture)
          send.mutate({ picture, apply: 'no' })
        }}
      />
      <Panel
        isOpen={judged !== undefined}
        onClose={() => setJudged(undefined)}
        title="Preview of the changes"
        foot={
          judged && judged.errors.length === 0 && judged.changes.length > 0 ? (
            <Button
              size="small"
              isBusy={send.isPending}
              onClick={() => file && send.mutate({ picture: file, apply: 'yes' })}
            >
              Change {judged.changes.length} texts
            </Button>
          ) : null
        }
      >
        {judged ? <Preview judged={judged} /> : null}
      </Panel>
    </>
  )
}

class Refused extends ApiError {
  constructor(message: string) {
    super(400, 'INVALID_INPUT', message)
  }
}

function Preview({ judged: { rows, errors, changes } }: { judged: Judged }) {
  return (
    <>
      <p className="text-ink-2">
        {rows} rows read, {changes.length} texts would change, {errors.length} rows are wrong. No texts have been
        changed yet.
      </p>
      {errors.length > 0 ? (
        <section className="mt-4" aria-label="Wrong rows">
          <h3 className="text-heading">Correct these rows first</h3>
          <ul className="mt-2 grid gap-1">
            {errors.slice(0, MAX_SHOWN).map(({ row, key, reason }) => (
              <li key={row} className="text-error">
                Row {row}, {key}: {reason}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ul className="mt-4 grid gap-3" aria-label="Changes">
        {changes.slice(0, MAX_SHOWN).map(({ key, before, after }) => (
          <li key={key} className="rounded-control bg-sunken px-3 py-2">
            <code className="text-micro text-ink-2">{key}</code>
            <p className="text-ink-2 line-through">{before}</p>
            <p dir="auto">{after}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

function saveFile(language: Language, rows: readonly TextRow[]): void {
  const lines = rows.map((row) => [row.key, row.english, shownText(row)])
  saveCsv(`texts-${language.code}.csv`, csvOf([['key', 'english', 'text'], ...lines]))
}
