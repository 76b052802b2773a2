import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Input } from '#components/controls.tsx'
import { Logo, shopName } from '#components/logo.tsx'
import { ask } from '#lib/query.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type SignInProps = {
  onEntered: () => Promise<void>
  /** The reason why the last session ended. */
  reason?: string | undefined
  /** Whether the sign-in opens over a page whose session ended, so that the page keeps its typed values. */
  isOver?: boolean
}

/** Signs in with e-mail address and password, then with the second factor if the account has one (GAP-76). */
export function SignIn({ onEntered, reason, isOver = false }: SignInProps) {
  const [ticket, setTicket] = useState<string>()
  const { data } = useQuery(ask('dashboard/setup-state', {}))
  return (
    <div
      className={
        isOver
          ? 'fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-bg/95 p-4'
          : 'grid min-h-dvh place-items-center bg-tint p-4'
      }
    >
      <main className="w-full max-w-112 rounded-button bg-surface p-6 shadow-(--e-2) wide:p-10">
        <div className="flex items-center gap-3">
          <Logo sizePx={48} />
          {shopName ? <p className="title min-w-0 truncate text-section">{shopName}</p> : null}
        </div>
        <h1 className="title mt-7 text-title">{ticket ? 'One more step' : 'Sign in to the dashboard'}</h1>
        {reason || ticket ? null : (
          <p className="mt-1 text-ink-2">For the shop’s staff, and for store owners and their employees.</p>
        )}
        {reason ? (
          <p role="status" className="mt-1 text-ink-2">
            {reason}
          </p>
        ) : null}
        {ticket ? (
          <CodeForm ticket={ticket} onEntered={onEntered} onAgain={() => setTicket(undefined)} />
        ) : (
          <PasswordForm onTicket={setTicket} onEntered={onEntered} />
        )}
        {data?.needs_setup ? (
          <p className="mt-4 text-small">
            New here?{' '}
            <Link to="/setup" className="text-brand underline">
              Create the first administrator
            </Link>
          </p>
        ) : null}
      </main>
    </div>
  )
}

function PasswordForm({ onTicket, onEntered }: { onTicket: (ticket: string) => void; onEntered: () => Promise<void> }) {
  const { field, submit, formError, formState } = useCallForm('dashboard/login', {
    values: { email: '', password: '' },
    toInput: (typed) => typed,
    onDone: (answer) => ('second_factor' in answer ? onTicket(answer.second_factor.ticket) : onEntered()),
  })
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
      <FormError text={formError} size="small" />
      <Input label="Email address" type="email" autoComplete="username" inputMode="email" {...field('email')} />
      <Input label="Password" type="password" autoComplete="current-password" {...field('password')} />
      <Button type="submit" isBlock isBusy={formState.isSubmitting}>
        Sign in
      </Button>
    </form>
  )
}

function CodeForm({
  ticket,
  onEntered,
  onAgain,
}: {
  ticket: string
  onEntered: () => Promise<void>
  onAgain: () => void
}) {
  const { field, submit, formError, formState } = useCallForm('dashboard/login/second-factor', {
    values: { code: '' },
    toInput: ({ code }: { code: string }) => ({ ticket, code }),
    onDone: onEntered,
  })
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
      <FormError text={formError} size="small" />
      <Input
        label="Authenticator app code"
        help="You can also enter one of your recovery codes."
        autoComplete="one-time-code"
        autoFocus
        {...field('code')}
      />
      <Button type="submit" isBlock isBusy={formState.isSubmitting}>
        Continue
      </Button>
      <Button variant="plain" size="small" onClick={onAgain}>
        Start again
      </Button>
    </form>
  )
}
