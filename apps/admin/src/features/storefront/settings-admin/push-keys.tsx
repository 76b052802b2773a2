import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '#components/confirm.tsx'
import { call } from '#lib/api.ts'
import { reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

/** Replaces the key pair for push messages; browsers that use the old pair have to subscribe again (U-23). */
export function PushKeys({ isSet }: { isSet: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const make = useMutation({
    mutationFn: () => call('dashboard/settings/push-keys', {}),
    onSuccess: async () => {
      setAsking(false)
      await reread('dashboard/settings')
      toast('A new pair of keys is in use')
    },
    onError: toastError,
  })
  return (
    <div className="card mb-4 flex flex-wrap items-center gap-3 p-5">
      <p className="min-w-0 flex-1 text-ink-2">
        Push messages are signed with a pair of keys. The server creates the two keys and never shows the private one.
      </p>
      <Button
        size="small"
        variant="outline"
        isBusy={make.isPending}
        onClick={() => (isSet ? setAsking(true) : make.mutate())}
      >
        Create a new pair of keys
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => make.mutate()}
        isBusy={make.isPending}
        title="Replace the keys for push messages?"
        action="Replace the keys"
        typed="replace"
      >
        Every browser that gets push messages will have to subscribe again.
      </Confirm>
    </div>
  )
}
