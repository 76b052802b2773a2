import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Alert, type Alerts, alertsQuery } from '#lib/alerts.ts'
import { call } from '#lib/api.ts'
import { undoOf } from '#lib/undo.ts'
import { useCustomer } from '#stores/session.ts'

/**
 * Marks one notification as read, on the screen immediately (L-03). The server's answer is the whole list of
 * notifications.
 */
export function useMarkRead() {
  return useMarking((alert: Alert, userId) =>
    call('mark-one-notification-read', { user_id: userId, notification_id: alert.id }),
  )
}

/** Marks all notifications as read (L-04). */
export function useMarkAllRead() {
  return useMarking((_all: null, userId) => call('mark-all-notifications-read', { user_id: userId }))
}

function useMarking<What extends Alert | null>(mark: (what: What, userId: number | undefined) => Promise<Alerts>) {
  const userId = useCustomer()?.id
  const client = useQueryClient()
  const { queryKey } = alertsQuery(userId)
  return useMutation({
    mutationFn: (what: What) => mark(what, userId),
    onMutate: (what) => {
      const undo = undoOf(queryKey)
      client.setQueryData(queryKey, (alerts) =>
        alerts?.map((alert) => (what === null || alert.id === what.id ? { ...alert, is_read: 1 as const } : alert)),
      )
      return undo
    },
    // If the server refuses, the change is undone without a message, because the person sees that the notification is
    // unread again.
    onError: (_error, _what, undo) => undo?.(),
    onSuccess: (alerts) => client.setQueryData(queryKey, alerts),
  })
}
