import { Button } from '@nukkad/ui/parts/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { Confirm } from '#parts/confirm.tsx'

/** Every open app empties what it keeps and loads itself again (U-03). */
export function ClearCaches() {
  const [isAsking, setAsking] = useState(false)
  const clear = useMutation({
    mutationFn: () => call('dashboard/clear-cache', {}),
    onSuccess: () => {
      setAsking(false)
      notice('Every app clears its cache at its next look')
    },
    onError: noticeOf,
  })
  return (
    <>
      <Button size="small" look="outline" onClick={() => setAsking(true)}>
        Clear caches
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => clear.mutate()}
        isBusy={clear.isPending}
        title="Clear the caches of all apps?"
        action="Clear caches"
      >
        Each app loads itself once more. Sessions, carts and trips stay.
      </Confirm>
    </>
  )
}
