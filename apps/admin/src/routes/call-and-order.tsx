import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Input } from '#components/controls.tsx'
import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { ask, reread } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

const MIN_LETTERS = 3

/** Finds or registers a caller, then opens the customer app to order for them. */
export default function CallAndOrderRoute() {
  const isOwner = useMember().role === 'store_owner'
  return (
    <>
      <PageHead
        title="Call and order"
        text={
          isOwner
            ? 'Order from your stores for a caller. The customer is notified, and every action is recorded. You can act for the customer for half an hour.'
            : 'Order for a caller. The customer is notified, and every action is recorded. You can act for the customer for half an hour.'
        }
      />
      <div className="grid items-start gap-4 large:grid-cols-2">
        <Find isOwner={isOwner} />
        <Register />
      </div>
      {isOwner ? null : <History />}
    </>
  )
}

function History() {
  return (
    <section aria-labelledby="history" className="mt-8">
      <h2 id="history" className="title mb-3 text-section">
        Orders for callers so far
      </h2>
      <DataTable table="callers" empty={<p>No orders for callers yet.</p>} />
    </section>
  )
}

/**
 * A link into the customer app, which acts for the customer only if this browser has stored that the person pressed the
 * link.
 */
const orderLink = (id: number) => ({
  href: `/auth/login-as-customer/${id}`,
  isExternal: true,
  onFollow: () => localStorage.setItem('actingFor', JSON.stringify({ id, at: Date.now() })),
})

function Find({ isOwner }: { isOwner: boolean }) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  const { data, error, isFetching } = useQuery({
    ...ask('find-customers', { query: wanted }),
    enabled: wanted.length >= MIN_LETTERS,
  })
  const isShort = typed.trim().length < MIN_LETTERS
  return (
    <section aria-labelledby="find" className="card grid gap-4 p-5">
      <h2 id="find" className="text-heading">
        Who is calling?
      </h2>
      {isOwner ? (
        <p>You can find customers who have ordered from you, and any other customer by their whole phone number.</p>
      ) : null}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isShort) setWanted(typed.trim())
        }}
      >
        <div className="min-w-0 flex-1">
          <Input
            label="Name, or the last digits of the phone"
            type="search"
            // The field has the focus immediately, because the caller is waiting on the phone.
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" size="small" variant="tint" disabled={isShort} isBusy={isFetching}>
          <Search aria-hidden="true" className="size-4.5" />
          Find
        </Button>
      </form>
      {error ? <p role="alert">{error.message}</p> : null}
      {data && wanted ? (
        <ul aria-label="Customers found" className="grid gap-2">
          {data.customers.map((customer) => (
            <li key={customer.id} className="flex items-center gap-3 border-t border-line pt-2">
              <div className="min-w-0 flex-1">
                <p className="truncate">{customer.name}</p>
                <p className="num text-small text-ink-2">{customer.phone}</p>
              </div>
              <Button size="small" {...orderLink(customer.id)}>
                Order for them
                <span className="sr-only">: {customer.name}</span>
              </Button>
            </li>
          ))}
          {data.customers.length === 0 ? (
            <li className="text-ink-2">No customers found. Register the caller.</li>
          ) : null}
        </ul>
      ) : null}
    </section>
  )
}

function Register() {
  const [registered, setRegistered] = useState<{ id: number; name: string }>()
  const { register, submit, formError, formState, reset, setError } = useCallForm('register-guest-user', {
    values: { name: '', phone: '', email: '' },
    toInput: ({ name, phone, email }: { name: string; phone: string; email: string }) => ({
      name,
      phone,
      ...(email && { email }),
    }),
    onDone: async (answer) => {
      if ('email_phone_already_used' in answer) return
      const { id, name } = answer.data
      setRegistered({ id, name })
      reset({ name: '', phone: '', email: '' })
      toast(`${name} is registered`)
      await reread('dashboard/table')
    },
    onRefusal: ({ code }) => {
      if (code !== 'EMAIL_PHONE_ALREADY_USED') return false
      const message = 'This phone or email address already has an account. Search for the account in “Who is calling?”.'
      setError('phone', { message }, { shouldFocus: true })
      return true
    },
  })
  const errorOf = (field: 'name' | 'phone' | 'email') => formState.errors[field]?.message
  return (
    <section aria-labelledby="register" className="card grid gap-4 p-5">
      <div>
        <h2 id="register" className="text-heading">
          Register the caller
        </h2>
        <p className="text-small text-ink-2">Create an account for a caller who has no account yet.</p>
      </div>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <FormError text={formError} size="small" />
        <Input label="Name" error={errorOf('name')} {...register('name')} />
        <Input label="Phone" type="tel" error={errorOf('phone')} {...register('phone')} />
        <Input label="Email address" type="email" help="Optional." error={errorOf('email')} {...register('email')} />
        <div>
          <Button type="submit" size="small" variant="outline" isBusy={formState.isSubmitting}>
            Register
          </Button>
        </div>
      </form>
      {registered ? (
        <p role="status" className="flex flex-wrap items-center gap-3 rounded-control bg-ok-tint p-3">
          <span className="min-w-0 flex-1">{registered.name} has an account now.</span>
          <Button size="small" {...orderLink(registered.id)}>
            Order for them
          </Button>
        </p>
      ) : null}
    </section>
  )
}
