import { Button } from '@nukkad/ui/components/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { endSession } from '#lib/api.ts'
import { ask } from '#lib/query.ts'

const WARN_MS = 15 * 60_000

/**
 * Asks for a new sign-in before the session ends, because a board can stay open longer than a session lasts, and a
 * session must not end during a busy hour.
 */
export function SessionEnd({ now }: { now: number }) {
  const { data } = useQuery({ ...ask('dashboard/me', {}), staleTime: 60_000 })
  if (!data) return null
  const leftMs = Date.parse(data.session_ends_at) - now
  if (leftMs > WARN_MS) return null
  const minutes = Math.max(0, Math.ceil(leftMs / 60_000))
  return (
    <div role="alert" className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-gold-tint p-3 text-gold-ink">
      <p className="min-w-0 flex-1">
        Your session ends in {minutes} {minutes === 1 ? 'minute' : 'minutes'}. Sign in again, so that no order is
        missed.
      </p>
      <Button size="small" variant="outline" onClick={endSession}>
        Sign in again
      </Button>
    </div>
  )
}
