import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Input } from '#components/controls.tsx'
import { Logo } from '#components/logo.tsx'
import { useCallForm } from '#lib/use-call-form.ts'

/** Creates the first administrator with the secret that the server printed at its start. */
export default function SetupRoute() {
  const { register, submit, formError, formState } = useCallForm('dashboard/setup', {
    values: { secret: '', name: '', email: '', password: '' },
    toInput: (typed) => typed,
    onDone: () => location.assign('/dashboard'),
  })
  const errorOf = (field: 'secret' | 'name' | 'email' | 'password') => formState.errors[field]?.message
  return (
    <div className="grid min-h-dvh place-items-center p-4">
      <main className="card w-full max-w-110 p-6 wide:p-8">
        <Logo sizePx={48} />
        <h1 className="title mt-4 text-title">The first administrator</h1>
        <p className="mt-1 text-ink-2">The server printed a secret when it started. The secret works once.</p>
        <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
          <FormError text={formError} size="small" />
          <Input label="Secret" autoComplete="off" error={errorOf('secret')} {...register('secret')} />
          <Input label="Your name" autoComplete="name" error={errorOf('name')} {...register('name')} />
          <Input
            label="Email address"
            type="email"
            autoComplete="username"
            error={errorOf('email')}
            {...register('email')}
          />
          <Input
            label="Password"
            type="password"
            autoComplete="new-password"
            help="At least eight characters, and not a common password."
            error={errorOf('password')}
            {...register('password')}
          />
          <Button type="submit" size="small" isBlock isBusy={formState.isSubmitting}>
            Create the account
          </Button>
        </form>
      </main>
    </div>
  )
}
