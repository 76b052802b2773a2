import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toastError } from '#lib/toasts.ts'
import { Confirm } from './confirm.tsx'

/**
 * A button for an action that cannot be undone. A press asks for confirmation, and a refusal of the server is shown.
 */
export function AskedAction({
  label,
  name,
  variant = 'outline',
  disabled,
  question,
  action,
  typed,
  says,
  act,
}: {
  label: ReactNode
  /** The accessible name, if the label alone does not identify the object. */
  name?: string
  variant?: 'fill' | 'outline' | 'plain'
  disabled?: boolean
  question: string
  /** The label of the confirming button, which names the action. */
  action: string
  /** See `Confirm`. */
  typed?: string
  says: ReactNode
  act: () => Promise<void>
}) {
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending } = useMutation({ mutationFn: act, onError: toastError, onSettled: () => setAsked(false) })
  return (
    <>
      <Button size="small" variant={variant} disabled={disabled} aria-label={name} onClick={() => setAsked(true)}>
        {label}
      </Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => mutate()}
        isBusy={isPending}
        title={question}
        action={action}
        {...(typed !== undefined && { typed })}
      >
        {says}
      </Confirm>
    </>
  )
}
