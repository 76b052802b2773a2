import type { Output } from '@nukkad/contract/contract.ts'
import { storeRoleNames } from '@nukkad/contract/store-roles.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Input } from '#components/controls.tsx'
import { LoadError } from '#components/load-error.tsx'
import { Logo } from '#components/logo.tsx'
import { ApiError } from '#lib/api.ts'
import { ask } from '#lib/query.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type Invitation = Output<'dashboard/invitations/show'>

/**
 * The page to which the link of an invitation leads: the person enters a password, or creates an account, and then
 * signs in.
 */
export default function JoinRoute() {
  const [token] = useState(() => location.hash.slice(1))
  const [isIn, setIn] = useState(false)
  const { data, error, refetch } = useQuery({ ...ask('dashboard/invitations/show', { token }), retry: false })
  if (isIn)
    return (
      <Card title={data ? `You now work at ${data.store}` : 'You have accepted the invitation'}>
        <p className="mt-1 text-ink-2">Sign in to the dashboard with your email address and password.</p>
        <SignInButton />
      </Card>
    )
  if (error && !data)
    return (
      <Card title="This invitation cannot be used">
        {error instanceof ApiError && error.status >= 400 && error.status < 500 ? (
          <>
            <p role="alert" className="mt-1">
              {error.message}
            </p>
            <SignInButton />
          </>
        ) : (
          <LoadError text={error.message} onRetry={() => void refetch()} />
        )}
      </Card>
    )
  if (!data)
    return (
      <Card title="Your invitation">
        <div role="status" aria-label="One moment" className="skeleton mt-5 h-60 rounded-control" />
      </Card>
    )
  return (
    <Card title={`Work at ${data.store}`}>
      <p className="mt-1 text-ink-2">
        Your role: {storeRoleNames[data.role]}.{' '}
        {data.has_account
          ? 'You already have an account here. Enter the password of this account.'
          : 'Create the account with which you will sign in.'}
      </p>
      <JoinForm token={token} invitation={data} onDone={() => setIn(true)} />
    </Card>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh place-items-center p-4">
      <main className="card w-full max-w-110 p-6 wide:p-8">
        <Logo sizePx={48} />
        <h1 className="title mt-4 text-title">{title}</h1>
        {children}
      </main>
    </div>
  )
}

function SignInButton() {
  return (
    <Button size="small" isBlock className="mt-5" onClick={() => location.assign('/dashboard')}>
      Go to the dashboard
    </Button>
  )
}

function JoinForm({ token, invitation, onDone }: { token: string; invitation: Invitation; onDone: () => void }) {
  const { email, phone_end, has_account } = invitation
  const { field, submit, formError, formState } = useCallForm('dashboard/invitations/accept', {
    values: { name: '', email: email ?? '', password: '' },
    toInput: ({ name, ...typed }: { name: string; email: string; password: string }) => ({
      token,
      ...typed,
      ...(has_account ? {} : { name }),
    }),
    onDone,
  })
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
      <FormError text={formError} size="small" />
      {has_account ? null : <Input label="Your name" autoComplete="name" {...field('name')} />}
      <Input
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="username"
        readOnly={email !== null}
        help={phone_end ? `The email address of the account whose phone number ends in ${phone_end}.` : undefined}
        {...field('email')}
      />
      <Input
        label="Password"
        type="password"
        autoComplete={has_account ? 'current-password' : 'new-password'}
        help={has_account ? undefined : 'At least eight characters, and not a common password.'}
        {...field('password')}
      />
      <Button type="submit" size="small" isBlock isBusy={formState.isSubmitting}>
        {has_account ? 'Accept the invitation' : 'Create the account'}
      </Button>
    </form>
  )
}
