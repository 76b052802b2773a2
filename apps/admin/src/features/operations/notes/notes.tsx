import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Input } from '#components/controls.tsx'
import { Card } from '#features/insight/reports/chart-card.tsx'
import { call } from '#lib/api.ts'
import { ask, queryClient } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type Note = Output<'dashboard/notes'>['notes'][number]

const take = (answer: Output<'dashboard/notes'>) =>
  queryClient.setQueryData(ask('dashboard/notes', {}).queryKey, answer)

/** Lists the signed-in person's own tasks; no one else sees them. */
export function Notes() {
  const { data } = useQuery(ask('dashboard/notes', {}))
  return (
    <Card title="To do">
      <AddNote />
      {data?.notes.length === 0 ? (
        <p className="pt-3 text-ink-2">No tasks yet. Only you see the tasks that you add here.</p>
      ) : null}
      <ul className="mt-1 max-h-72 overflow-y-auto">
        {data?.notes.map((note) => (
          <NoteRow key={note.id} note={note} />
        ))}
      </ul>
    </Card>
  )
}

function AddNote() {
  const form = useCallForm('dashboard/notes/add', {
    values: { text: '' },
    toInput: (typed: { text: string }) => typed,
    onDone: (answer) => {
      take(answer)
      form.reset({ text: '' })
    },
  })
  const { register, submit, formError, formState } = form
  return (
    <form onSubmit={submit} noValidate className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Input
          label="Add a task"
          isLabelHidden
          placeholder="Add a task"
          autoComplete="off"
          error={formState.errors.text?.message ?? formError}
          {...register('text')}
        />
      </div>
      <Button type="submit" size="small" variant="outline" isBusy={formState.isSubmitting}>
        Add
      </Button>
    </form>
  )
}

function NoteRow({ note: { id, text, is_done } }: { note: Note }) {
  const [isDone, setDone] = useState(is_done === 1)
  const tick = useMutation({
    mutationFn: (next: boolean) => call('dashboard/notes/set-done', { id, is_done: next ? 1 : 0 }),
    onSuccess: take,
    onError: (error, next) => {
      setDone(!next)
      toastError(error)
    },
  })
  const remove = useMutation({
    mutationFn: () => call('dashboard/notes/delete', { id }),
    onSuccess: (answer) => {
      take(answer)
      toast('Deleted', () => void putBack({ text, isDone }).catch(toastError))
    },
    onError: toastError,
  })
  return (
    <li className="flex items-start gap-2">
      <label className="flex min-h-11 min-w-0 flex-1 items-start gap-3 py-2.5">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0"
          checked={isDone}
          onChange={() => {
            setDone(!isDone)
            tick.mutate(!isDone)
          }}
        />
        <span className={isDone ? 'min-w-0 text-ink-2 line-through' : 'min-w-0'}>{text}</span>
      </label>
      <button
        type="button"
        aria-label={`Delete ${text}`}
        className="grid size-11 shrink-0 place-items-center text-ink-2"
        disabled={remove.isPending}
        onClick={(event) => {
          focusBeside(event.currentTarget)
          remove.mutate()
        }}
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </li>
  )
}

async function putBack({ text, isDone }: { text: string; isDone: boolean }): Promise<void> {
  const added = await call('dashboard/notes/add', { text })
  const id = Math.max(...added.notes.map((note) => note.id))
  take(isDone ? await call('dashboard/notes/set-done', { id, is_done: 1 }) : added)
}

/**
 * Moves the focus from a button whose row will disappear to the first button of the next or previous row, or to the
 * button that adds a task.
 */
function focusBeside(button: Element): void {
  const row = button.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling ?? button.closest('section')
  beside?.querySelector('button')?.focus()
}
