import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { renderSVG } from 'uqr'
import { Input } from '#components/controls.tsx'
import { ApiError, call } from '#lib/api.ts'
import { useCallForm } from '#lib/use-call-form.ts'

/** Sets up an authenticator app: a QR code, a first code that confirms it, then the recovery codes, shown once. */
export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <main className="mx-auto grid max-w-120 gap-4 p-6">
      <h1 className="title text-title">Second factor</h1>
      {codes ? <RecoveryCodes codes={codes} onDone={onDone} /> : <Prove onProved={setCodes} />}
    </main>
  )
}

function Prove({ onProved }: { onProved: (codes: readonly string[]) => void }) {
  const [voucher, setVoucher] = useState<Voucher>({})
  const { data, error } = useQuery({
    queryKey: ['second factor', voucher],
    queryFn: () => call('dashboard/second-factor/start', voucher),
    // The effect calls the server only once, because a second call would create another secret and make the secret on
    // the screen invalid.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const { field, submit, formError, formState } = useCallForm('dashboard/second-factor/confirm', {
    values: { code: '' },
    toInput: (typed: { code: string }) => typed,
    onDone: ({ recovery_codes }) => onProved(recovery_codes),
  })
  if (error instanceof ApiError && error.code === 'OPERATOR_SECRET_NEEDED')
    return (
      <VoucherForm
        label="Enrolment secret"
        formError={voucher.operator_secret && error.message}
        onTyped={(typed) => setVoucher({ operator_secret: typed })}
      >
        To set up a second factor for an administrator for the first time, enter the enrolment secret that the server
        printed when it started. The operator can create a new secret with{' '}
        <span className="num">npm run enrolment-secret</span>.
      </VoucherForm>
    )
  if (error instanceof ApiError && error.code === 'ENROLMENT_CODE_NEEDED')
    return (
      <VoucherForm
        label="Code from an administrator"
        formError={voucher.enrolment_code && error.message}
        onTyped={(typed) => setVoucher({ enrolment_code: typed })}
      >
        To set up a second factor for the first time, ask an administrator for a code. The administrator creates the
        code on your page under People.
      </VoucherForm>
    )
  if (error) return <FormError text={error.message} size="small" />
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p>Scan this code with an authenticator app on your phone, then enter the six digits that the app shows.</p>
      <div className="mx-auto size-48 rounded-control bg-white p-2">
        {data ? (
          <img
            alt="Code for the authenticator app"
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(data.uri, { border: 0 }))}`}
            className="size-full"
          />
        ) : null}
      </div>
      <p className="text-small text-ink-2">
        Or enter this key in the app: <span className="num break-all select-all">{data?.secret}</span>
      </p>
      <FormError text={formError} size="small" />
      <Input label="Six digits" inputMode="numeric" autoComplete="one-time-code" {...field('code')} />
      <Button type="submit" size="small" isBusy={formState.isSubmitting}>
        Turn on
      </Button>
    </form>
  )
}

type Voucher = { operator_secret?: string; enrolment_code?: string }

/**
 * Asks for a secret or code that authorises the first second factor of an account. In production a password alone is
 * not enough to set up a second factor.
 */
function VoucherForm({
  label,
  formError,
  onTyped,
  children,
}: {
  label: string
  formError: string | undefined
  onTyped: (typed: string) => void
  children: ReactNode
}) {
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onTyped(typed.trim())
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p>{children}</p>
      <FormError text={formError} size="small" />
      <Input label={label} autoComplete="off" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <Button type="submit" size="small">
        Continue
      </Button>
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <p>
        Save these recovery codes somewhere other than your phone. If you lose the phone, each code signs you in once.
        The codes are not shown again.
      </p>
      <ul className="num grid grid-cols-1 gap-1 rounded-control bg-sunken p-4 select-all wide:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button size="small" variant="outline" onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>
        Copy
      </Button>
      <Button size="small" onClick={onDone}>
        I saved the codes
      </Button>
    </>
  )
}
