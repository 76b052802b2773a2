import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Input } from '#components/controls.tsx'
import { Facts, Section } from '#components/section.tsx'
import { formatAgo, formatMoment } from '#lib/format.ts'
import { reread } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { type Person, useMayChange, useMaySetLogin } from './person.ts'

const audienceLabels: Record<string, string> = {
  customer: 'Shop',
  delivery: 'Riders’ area',
  'store-owner': 'Store',
  staff: 'Dashboard',
}

const administratorsAlone = 'Only administrators can change how a store owner signs in.'

/** Shows name, email address, phone and sessions of an account. */
export function Account({ person }: { person: Person }) {
  const [isEditing, setEditing] = useState(false)
  const mayChange = useMayChange(person)
  const mayReadLog = useMay({ permission: 'settings_manage' })
  return (
    <Section title="Account">
      {isEditing ? (
        <Edit person={person} onDone={() => setEditing(false)} />
      ) : (
        <>
          <Facts
            facts={[
              [
                'Number',
                <span key="id" className="num">
                  {person.id}
                </span>,
              ],
              ['Email', person.email ?? '–'],
              ['Phone', person.phone ? `${person.phone}${person.is_phone_proved ? '' : ' (not confirmed)'}` : '–'],
              ['Since', formatMoment(person.created_at)],
              ['Second factor', person.has_second_factor ? 'Set up' : 'None'],
              ...(person.made_by ? [['Created by', person.made_by] as const] : []),
              ...(person.tax_number ? [['Tax number', person.tax_number] as const] : []),
            ]}
          />
          {mayChange ? (
            <div>
              <Button size="small" variant="outline" onClick={() => setEditing(true)}>
                Change
              </Button>
            </div>
          ) : null}
        </>
      )}
      {mayReadLog && !person.roles.every((role) => role === 'customer') ? (
        <Link to="/activity" search={{ actor: String(person.id) } as never} className="text-brand underline">
          All their actions
        </Link>
      ) : null}
      <h3 className="text-label">Signed in now</h3>
      {person.sessions.length === 0 ? <p className="text-ink-2">Nowhere.</p> : null}
      <ul className="grid gap-1 text-small">
        {person.sessions.map(({ audience, created_at, last_seen_at, acting_staff }) => (
          <li key={created_at} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {audienceLabels[audience] ?? audience}
              {acting_staff ? `, ${acting_staff} on their behalf` : ''}
            </span>
            <span className="text-ink-2">
              since {formatMoment(created_at)}, seen {formatAgo(last_seen_at)} ago
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Edit({ person, onDone }: { person: Person; onDone: () => void }) {
  const { field, submit, formError, formState } = useCallForm('dashboard/people/update', {
    values: { name: person.name, email: person.email ?? '', phone: person.phone ?? '' },
    toInput: ({ name, email, phone }) => ({ id: person.id, name, email: email || null, phone: phone || null }),
    onDone: async () => {
      await reread('dashboard/people/show', 'dashboard/table')
      toast('Saved')
      onDone()
    },
  })
  const maySetLogin = useMaySetLogin(person)
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Input label="Name" {...field('name')} />
      <Input
        label="Email address"
        type="email"
        readOnly={!maySetLogin}
        help={maySetLogin ? undefined : administratorsAlone}
        {...field('email')}
      />
      <Input
        label="Phone"
        type="tel"
        readOnly={!maySetLogin}
        help={maySetLogin ? 'The person has to confirm a new number with a code.' : administratorsAlone}
        {...field('phone')}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          Save
        </Button>
        <Button size="small" variant="plain" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
