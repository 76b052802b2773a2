import { Button } from '@nukkad/ui/parts/button.tsx'
import { type ReactNode, useState } from 'react'
import { Fault } from '#features/sign-in/sign-in.tsx'
import { Confirm } from '#parts/confirm.tsx'

/** A form that moves money: its button says what will happen and asks, and only the answer sends it. */
export function AskedForm({
  label,
  submit,
  fault,
  isBusy,
  action,
  look = 'fill',
  question,
  says,
  children,
}: {
  /** What the form is for, to who hears it. */
  label: string
  submit: () => Promise<void>
  fault: string | undefined
  isBusy: boolean
  /** The word on the button, and on the one that answers. */
  action: string
  look?: 'fill' | 'outline'
  question: string
  /** What will happen then. */
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
      <Fault text={fault} />
      {children}
      <div>
        <Button type="submit" size="small" look={look} isBusy={isBusy}>
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
      >
        {says}
      </Confirm>
    </form>
  )
}
