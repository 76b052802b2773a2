import { Button } from '@nukkad/ui/parts/button.tsx'
import { useState } from 'react'
import { SecondFactorSetup } from '#features/sign-in/second-factor-setup.tsx'
import { Fault } from '#features/sign-in/sign-in.tsx'
import { notice } from '#lib/notices.ts'
import { reread } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { Input } from '#parts/controls.tsx'
import { PageHead } from '#parts/page-head.tsx'

/** Who is signed in, and the second factor. */
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
  return (
    <>
      <PageHead title="My account" text={`${member.name}, ${member.email ?? 'without e-mail address'}`} />
      <section aria-labelledby="factor" className="card grid max-w-160 gap-3 p-5">
        <h2 id="factor" className="text-heading">
          Second factor
        </h2>
        <p className="text-ink-2">
          {member.has_second_factor
            ? 'After your password a code of your authenticator is asked for.'
            : 'A password alone can be found out. With a second factor it is not enough.'}
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
    </>
  )
}

function TakeOff() {
  const { register, submit, fault, formState } = useCallForm('dashboard/second-factor/stop', {
    values: { code: '' },
    toInput: (typed: { code: string }) => typed,
    onDone: async () => {
      await reread('dashboard/me')
      notice('The second factor is off')
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid max-w-80 gap-3">
      <Fault text={fault} />
      <Input label="Code of your authenticator" autoComplete="one-time-code" {...register('code')} />
      <Button type="submit" size="small" look="outline" isBusy={formState.isSubmitting}>
        Switch it off
      </Button>
    </form>
  )
}
