import { Button } from '@nukkad/ui/components/button.tsx'
import { type ComponentProps, useId } from 'react'
import { useOfflineReason } from './offline.tsx'

/** Shows a button that sends something to the server. While offline the button is disabled and explains why. */
export function SendButton({ disabled, ...button }: ComponentProps<typeof Button>) {
  const reason = useOfflineReason()
  const id = useId()
  return (
    <div className={button.isBlock ? 'w-full' : undefined}>
      {reason ? (
        <p id={id} role="status" className="mb-2 text-center text-small text-ink-2">
          {reason}
        </p>
      ) : null}
      <Button disabled={disabled || reason !== undefined} aria-describedby={reason && id} {...button} />
    </div>
  )
}
