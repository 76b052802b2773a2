import { Button } from '@nukkad/ui/parts/button.tsx'
import { Field, PasswordField } from '@nukkad/ui/parts/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { Bike, CircleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { keepFigures, refusalText } from '#features/delivery/duty.ts'
import { Page } from '#features/shell/page.tsx'
import { ApiError, call } from '#lib/api.ts'
import { setting, t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { useRider } from '#stores/rider.ts'

type Faults = { email?: string; password?: string; form?: string }

/** Riders have a login of their own (N-01, GAP-40). */
export function DeliveryLogin() {
  const isRider = useRider(({ rider }) => rider !== null)
  useEffect(() => {
    if (isRider) go('/delivery/orders', { replace: true })
  }, [isRider])
  return (
    <Page
      title={t('riderLoginTitle')}
      header={
        <div className="ground-hero grid justify-items-center gap-3 rounded-b-sheet px-4 pt-[calc(48px+var(--safe-top))] pb-9 text-center">
          <span aria-hidden="true" className="grid size-18 place-items-center rounded-full bg-white text-(--c-hero-2)">
            <Bike className="size-9" />
          </span>
          <h1 tabIndex={-1} className="title text-title">
            {t('riderLoginTitle')}
          </h1>
          <p className="text-rider">{setting('storeName')}</p>
        </div>
      }
    >
      <LoginForm />
    </Page>
  )
}

function LoginForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('delivery/login', { email: email.trim(), password }),
    onSuccess: (answer) => {
      if (answer.success) keepFigures(answer)
      else setFaults({ form: t('emailPassDonotMatch') })
    },
    onError: (error) => setFaults({ form: loginFault(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = t('fieldValidationMsg')
    if (!email.trim()) return setFaults({ email: missing })
    if (!password) return setFaults({ password: missing })
    setFaults({})
    mutate()
  }
  return (
    <form
      aria-label={t('riderLoginFormName')}
      noValidate
      onSubmit={submit}
      className="grid grid-cols-1 gap-5 px-4 pt-7 text-rider"
    >
      <Field
        label={t('loginLoginEmailLabel')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        enterKeyHint="next"
        value={email}
        error={faults.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        label={t('loginLoginPasswordLabel')}
        autoComplete="current-password"
        enterKeyHint="go"
        showLabel={t('a11yShowPassword')}
        hideLabel={t('a11yHidePassword')}
        value={password}
        error={faults.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {faults.form ? (
        <p role="alert" className="flex items-center gap-2 rounded-control bg-error-tint p-3 text-body text-error">
          <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
          {faults.form}
        </p>
      ) : null}
      <Button type="submit" isBlock isBusy={isPending} className="min-h-15 text-rider">
        {t('riderLoginButton')}
      </Button>
    </form>
  )
}

function loginFault(error: unknown): string {
  if (error instanceof ApiError && error.code === 'DONOTMATCH') return t('emailPassDonotMatch')
  return refusalText(error)
}
