import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useState } from 'react'
import { Input } from '#components/controls.tsx'
import { PageHead } from '#components/page-head.tsx'
import { SecondFactorSetup } from '#features/identity/sign-ins/second-factor-setup.tsx'
import { reread } from '#lib/query.ts'
import { isActing, useMember } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

/** Shows the signed-in person's account, second factor and password. */
export default function AccountRoute() {
  const member = useMember()
  const [isSettingUp, setSettingUp] = useState(false)
  if (isSettingUp)
    return (
      <SecondFactorSetup
        onDone={() => {
          setSettingUp(false)
          void reread('dashboard/me')
        }}
      />
    )
  const head = <PageHead title="My account" text={`${member.name}, ${member.email ?? 'without email address'}`} />
  if (isActing())
    return (
      <>
        {head}
        <p className="text-ink-2">Only the owner of this account can change its password and second factor.</p>
      </>
    )
  return (
    <>
      {head}
      <section aria-labelledby="factor" className="card grid max-w-160 gap-3 p-5">
        <h2 id="factor" className="text-heading">
          Second factor
        </h2>
        <p className="text-ink-2">
          {member.has_second_factor
            ? 'When you sign in, you enter your password and then a code from your authenticator app.'
            : 'If someone finds out your password, a second factor stops them: the password alone is not enough to sign in.'}
        </p>
        {member.has_second_factor ? (
          <TakeOff />
        ) : (
          <div>
            <Button size="small" onClick={() => setSettingUp(true)}>
              Set up a second factor
            </Button>
          </div>
        )}
      </section>
      <section aria-labelledby="password" className="card mt-4 grid max-w-160 gap-3 p-5">
        <h2 id="password" className="text-heading">
          Password
        </h2>
        <ChangePassword />
      </section>
    </>
  )
}

function ChangePassword() {
  const form = useCallForm('dashboard/change-password', {
    values: { current_password: '', password: '' },
    toInput: (typed: { current_password: string; password: string }) => typed,
    onDone: () => {
      form.reset({ current_password: '', password: '' })
      toast('The password is changed, and you are signed out on all other devices')
    },
  })
  const { field, submit, formError, formState } = form
  return (
    <form onSubmit={submit} noValidate className="grid max-w-80 gap-3">
      <FormError text={formError} size="small" />
      <Input label="Current password" type="password" autoComplete="current-password" {...field('current_password')} />
      <Input
        label="New password"
        type="password"
        autoComplete="new-password"
        help="At least eight characters, and not a common password."
        {...field('password')}
      />
      <Button type="submit" size="small" variant="outline" isBusy={formState.isSubmitting}>
        Change it
      </Button>
    </form>
  )
}

function TakeOff() {
  const { field, submit, formError, formState } = useCallForm('dashboard/second-factor/stop', {
    values: { code: '' },
    toInput: (typed: { code: string }) => typed,
    onDone: async () => {
      await reread('dashboard/me')
      toast('The second factor is off')
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid max-w-80 gap-3">
      <FormError text={formError} size="small" />
      <Input label="Authenticator app code" autoComplete="one-time-code" {...field('code')} />
      <Button type="submit" size="small" variant="outline" isBusy={formState.isSubmitting}>
        Switch it off
      </Button>
    </form>
  )
}
