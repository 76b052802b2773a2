import { tables } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Input, Select } from '#components/controls.tsx'
import { Section } from '#components/section.tsx'
import { formatDay } from '#lib/format.ts'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { type Person, useMayChange } from './person.ts'

const { labels } = tables.data_requests.filters.kind

/** Lists a customer's data requests, and records one that came by letter or phone. */
export function RequestsPart({ person }: { person: Person }) {
  const [isNoting, setNoting] = useState(false)
  const mayChange = useMayChange(person)
  const { open_requests: open } = person
  return (
    <Section title="Data requests">
      {open.length === 0 ? <p className="text-ink-2">No open requests.</p> : null}
      <ul className="grid gap-2">
        {open.map(({ id, kind, due_at, note }) => (
          <li key={id}>
            {labels[kind]}, due {formatDay(due_at)}
            {Date.parse(due_at) < Date.now() ? <span className="text-error"> (late)</span> : null}
            {note ? <span className="block text-small text-ink-2">{note}</span> : null}
          </li>
        ))}
      </ul>
      {isNoting ? <Note person={person} onDone={() => setNoting(false)} /> : null}
      <p className="flex flex-wrap items-center gap-4">
        {mayChange && !isNoting ? (
          <Button size="small" variant="outline" onClick={() => setNoting(true)}>
            Record a request
          </Button>
        ) : null}
        <Link to="/data-requests" search={{ person: String(person.id) } as never} className="text-brand underline">
          All requests
        </Link>
      </p>
    </Section>
  )
}

function Note({ person, onDone }: { person: Person; onDone: () => void }) {
  const { register, field, submit, formError, formState } = useCallForm('dashboard/data-requests/create', {
    values: { kind: 'export', note: '' } as { kind: 'export' | 'deletion'; note: string },
    toInput: ({ kind, note }) => ({ id: person.id, kind, note: note || null }),
    onDone: async () => {
      await reread('dashboard/people/show', 'dashboard/table')
      toast('The request is recorded and due in thirty days')
      onDone()
    },
  })
  return (
    <form onSubmit={submit} noValidate aria-label="Record a request" className="grid gap-3">
      <FormError text={formError} size="small" />
      <Select
        label="What the customer requested"
        options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
        {...register('kind')}
      />
      <Input
        label="How the request came"
        help="Whether the request came by letter, email or phone, and how you checked who sent it."
        {...field('note')}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          Record
        </Button>
        <Button size="small" variant="plain" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
