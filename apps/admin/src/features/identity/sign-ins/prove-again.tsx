import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { type FormEvent, useEffect, useState } from 'react'
import { Input } from '#components/controls.tsx'
import { ApiError, call, onProofNeeded } from '#lib/api.ts'

type Asked = { needsCode: boolean; answer: (isProved: boolean) => void }

/** Asks for the password again when a call needs a recent proof, and for the second factor if the account has one. */
export function ProveAgain() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => onProofNeeded((needsCode) => new Promise((answer) => setAsked({ needsCode, answer }))), [])
  const end = (isProved: boolean) => {
    asked?.answer(isProved)
    setAsked(undefined)
  }
  return (
    <Dialog
      isOpen={asked !== undefined}
      onClose={() => end(false)}
      title="Confirm that it’s you"
      takesEntry={false}
      actions={
        <>
          <Button size="small" variant="outline" onClick={() => end(false)}>
            Cancel
          </Button>
          <Button size="small" type="submit" form="prove-again">
            Confirm
          </Button>
        </>
      }
    >
      <ProofForm needsCode={asked?.needsCode ?? false} onProved={() => end(true)} />
    </Dialog>
  )
}

function ProofForm({ needsCode, onProved }: { needsCode: boolean; onProved: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [formError, setFormError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // The event stops here, because the dialog can be open over another form, which must not be submitted as well.
    event.stopPropagation()
    try {
      await call('dashboard/prove', { password, ...(needsCode && { code }) })
      onProved()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFormError(error.message)
    }
  }
  return (
    <form id="prove-again" onSubmit={(event) => void submit(event)} noValidate className="grid gap-3 text-start">
      <p>This action moves money or changes who can sign in. Enter your password to continue.</p>
      <FormError text={formError} size="small" />
      <Input
        label="Password"
        type="password"
        data-takes-focus=""
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {needsCode ? (
        <Input
          label="Authenticator app code"
          help="You can also enter one of your recovery codes."
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      ) : null}
    </form>
  )
}
