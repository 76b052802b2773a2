import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { ask, queryClient } from '#lib/query.ts'
import type { Language } from './language-panel.tsx'
import { isMissing, ownText, shownText, type TextRow, textNote } from './text-rows.ts'

type TextFieldProps = { row: TextRow; language: Language }

/**
 * Edits the translation of one text, next to the English text. Leaving the field saves the text and shows it
 * immediately. If the server refuses the text, the list shows the previous text again, and the field keeps the typed
 * text and shows the reason.
 */
export function TextField({ row, language }: TextFieldProps) {
  /** The text that was typed and that the server refused. */
  const [draft, setDraft] = useState<string>()
  const { save, error } = useSaveText({ row, language, onSaved: () => setDraft(undefined) })
  const typed = draft ?? shownText(row)
  const id = `text-${row.key}`
  const note = error ?? textNote(typed, row.english)
  return (
    <li className="grid gap-2 border-b border-line px-5 py-3 last:border-0 large:grid-cols-2 large:gap-6">
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
            aria-invalid={error ? true : undefined}
            aria-describedby={note ? `${id}-note` : undefined}
            placeholder={isMissing(row) ? 'Not translated yet' : undefined}
            value={typed}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={() => typed.trim() !== shownText(row) && save(ownText(typed, row))}
            className={`control block w-full resize-y py-2 ${error ? 'outline-2 outline-error' : ''}`}
          />
          {row.own === null ? null : (
            <button
              type="button"
              aria-label={`Restore the default: ${row.key}`}
              onClick={() => {
                setDraft(undefined)
                save(null)
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
            role={error ? 'alert' : undefined}
            className={`mt-1 text-small ${error ? 'text-error' : 'text-ink-2'}`}
          >
            {note}
          </p>
        ) : null}
      </div>
    </li>
  )
}

/**
 * Saves one text. The list shows the new text before the server has answered, and the old text again if the server
 * refuses the new one.
 */
function useSaveText({ row, language, onSaved }: TextFieldProps & { onSaved: () => void }) {
  const [error, setError] = useState<string>()
  const { queryKey } = ask('dashboard/texts', { language_id: language.id })
  const put = (own: string | null) =>
    queryClient.setQueryData(queryKey, (known) =>
      known ? { ...known, texts: known.texts.map((text) => (text.key === row.key ? { ...text, own } : text)) } : known,
    )
  const { mutate } = useMutation({
    mutationFn: (own: string | null) =>
      call('dashboard/texts/save', { language_id: language.id, texts: { [row.key]: own } }),
    onMutate: (own) => {
      setError(undefined)
      put(own)
      return { before: row.own }
    },
    onSuccess: onSaved,
    onError: (refusal, _own, context) => {
      put(context?.before ?? null)
      setError(
        refusal instanceof ApiError
          ? (refusal.fields[row.key] ?? refusal.message)
          : 'The text was not saved. Try again.',
      )
    },
  })
  return { save: mutate, error }
}
