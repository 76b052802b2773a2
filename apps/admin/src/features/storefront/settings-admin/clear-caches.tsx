import { AskedAction } from '#components/asked-action.tsx'
import { call } from '#lib/api.ts'
import { toast } from '#lib/toasts.ts'

/** Makes every open app clear its cache and reload (U-03). */
export function ClearCaches() {
  return (
    <AskedAction
      label="Clear caches"
      question="Clear the caches of all apps?"
      action="Clear caches"
      says="Each open app reloads once. People stay signed in and keep their carts and trips."
      act={async () => {
        await call('dashboard/clear-cache', {})
        toast('Every app clears its cache when it next checks for a new version')
      }}
    />
  )
}
