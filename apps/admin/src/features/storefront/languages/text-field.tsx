import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { ask, queryClient } from '#lib/query.ts'
import type { Language } from './language-panel.tsx'
import { isLong, isMissing, placeholdersOf, shownText, type TextRow } from './text-rows.ts'

/**
 * One text beside its English. Leaving the field saves it; it shows at once, and goes back with the reason when it is
 * refused, while what was typed stays.
 */
export function TextField({ row, language }: { row: TextRow; language: Language }) {
  /** What was typed and is not stored: it stays where it was refused. */
  const [draft, setTyped] = useState<string>()
  const typed = draft ?? shownText(row)
  const [fault, setFault] = useState<string>()
  const { queryKey } = ask('dashboard/texts', { language_id: language.id })
  const put = (own: string | null) =>
    queryClient.setQueryData(queryKey, (known) =>
      known ? { ...known, texts: known.texts.map((text) => (text.key === row.key ? { ...text, own } : text)) } : known,
    )
  const save = useMutation({
    mutationFn: (own: string | null) =>
      call('dashboard/texts/save', { language_id: language.id, texts: { [row.key]: own } }),
    onMutate: (own) => {
      setFault(undefined)
      put(own)
      return { before: row.own }
    },
    onSuccess: () => setTyped(undefined),
    onError: (refusal, _own, context) => {
      put(context?.before ?? null)
      setFault(refusal instanceof ApiError ? (refusal.fields[row.key] ?? refusal.message) : 'That did not work.')
    },
  })
  const leave = () => {
    if (typed.trim() !== shownText(row)) save.mutate(typed.trim() === '' || typed.trim() === row.shipped ? null : typed)
  }
  const id = `text-${row.key}`
  const lost = placeholdersOf(row.english).filter((part) => typed !== '' && !typed.includes(part))
  const note =
    fault ??
    (lost.length > 0
      ? `${lost.join(', ')} must stay in it.`
      : isLong(typed, row.english)
        ? 'Much longer than the English text; it may not fit.'
        : undefined)
  return (
    <li className="grid gap-2 border-b border-line px-5 py-3 last:border-0 desk:grid-cols-2 desk:gap-6">
      <div className="min-w-0">
        <code className="text-micro text-ink-2">{row.key}</code>
        <p className="break-words">{row.english}</p>
      </div>
      <div className="min-w-0">
        <div className="flex items-start gap-2">
          <textarea
            id={id}
            lang={language.code}
            dir={language.direction}
            rows={Math.min(4, Math.ceil((typed.length + 1) / 60))}
            aria-label={`${row.key} in ${language.language_name}`}
            aria-invalid={fault ? true : undefined}
            aria-describedby={note ? `${id}-note` : undefined}
            placeholder={isMissing(row) ? 'Not translated yet' : undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={leave}
            className={`control block w-full resize-y py-2 ${fault ? 'outline-2 outline-error' : ''}`}
          />
          {row.own === null ? null : (
            <button
              type="button"
              aria-label={`Bring ours back: ${row.key}`}
              onClick={() => {
                setTyped(undefined)
                save.mutate(null)
              }}
              className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken"
            >
              <RotateCcw aria-hidden="true" className="size-4.5" />
            </button>
          )}
        </div>
        {note ? (
          <p
            id={`${id}-note`}
            role={fault ? 'alert' : undefined}
            className={`mt-1 text-small ${fault ? 'text-error' : 'text-ink-2'}`}
          >
            {note}
          </p>
        ) : null}
      </div>
    </li>
  )
}
