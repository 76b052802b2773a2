import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { type ReactNode, useState } from 'react'
import { Confirm } from '#components/confirm.tsx'

/** A form that moves money: its button opens a question, and only a confirmed question sends the form. */
export function AskedForm({
  label,
  submit,
  formError,
  isBusy,
  action,
  variant = 'fill',
  question,
  says,
  children,
}: {
  /** The accessible name of the form. */
  label: string
  submit: () => Promise<void>
  formError: string | undefined
  isBusy: boolean
  /** The label of the form's button and of the confirming button. */
  action: string
  variant?: 'fill' | 'outline'
  question: string
  /** The text of the question, which describes the effect of the confirmation. */
  says: ReactNode
  children?: ReactNode
}) {
  const [isAsked, setAsked] = useState(false)
  return (
    <form
      aria-label={label}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
      }}
    >
      <FormError text={formError} size="small" />
      {children}
      <div>
        <Button type="submit" size="small" variant={variant} isBusy={isBusy}>
          {action}
        </Button>
      </div>
      <Confirm
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false)
          void submit()
        }}
        title={question}
        action={action}
        cancel="Cancel"
        isPlain={variant === 'fill'}
      >
        {says}
      </Confirm>
    </form>
  )
}
