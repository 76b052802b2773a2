import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useEffect } from 'react'
import { call } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { toastError } from '#lib/toasts.ts'

/**
 * Loads the dashboard again, because data that was read as the owner must not stay on the screen of the member of
 * staff.
 */
const leave = () => location.assign('/dashboard')

/** Shows on every page that a member of staff acts as an owner, until when, and how to end it. */
export function ActingBar({ name, acting }: { name: string; acting: { staff_name: string; until: string } }) {
  useEffect(() => {
    const timer = setTimeout(leave, Math.max(0, Date.parse(acting.until) - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [acting.until])
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('dashboard/owners/stop-acting', {}),
    onSuccess: leave,
    onError: toastError,
  })
  return (
    <section
      aria-label="Acting as an owner"
      className="flex min-h-12 items-center gap-3 bg-gold-tint px-4 py-2 text-gold-ink max-wide:text-small wide:px-6"
    >
      <UserCheck aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1">
        You are acting as <strong>{name}</strong> until {formatTime(acting.until)}.{' '}
        <span className="max-wide:sr-only">The audit log names {acting.staff_name}.</span>
      </p>
      <Button size="small" variant="outline" isBusy={isPending} onClick={() => mutate()}>
        Stop acting
      </Button>
    </section>
  )
}
