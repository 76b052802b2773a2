import { z } from 'zod'
import { call } from './call.ts'
import { filledText, flag, id, ignored, text } from './wire.ts'

const notifications = z.array(
  z.object({
    id: z.int(),
    user_id: z.int(),
    is_read: flag,
    data: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
)

export const getUserNotifications = call('get-user-notifications', {
  summary: 'Notifications of the last seven days, at most 20, newest first (P-41, GAP-46).',
  auth: 'customer',
  input: z.object(ignored),
  output: notifications,
  errors: [],
})

export const markAllNotificationsRead = call('mark-all-notifications-read', {
  summary: 'Marks every own notification as read (P-42).',
  auth: 'customer',
  input: z.object(ignored),
  output: notifications,
  errors: [],
})

export const markOneNotificationRead = call('mark-one-notification-read', {
  summary: 'Marks one own notification as read (P-43).',
  auth: 'customer',
  input: z.object({ notification_id: id, ...ignored }),
  output: notifications,
  errors: [],
})

/** The JSON text of a PushSubscription; the answer repeats it as a bare string. */
const pushToken = z.string().min(1).max(4096)
const saveToken = { input: z.object({ push_token: pushToken, ...ignored }), output: z.string(), errors: [] } as const

export const saveNotificationToken = call('save-notification-token', {
  summary: "Sends push messages to this session's browser from now on (P-44, L-08). Ends with the session (GAP-49).",
  auth: 'customer',
  ...saveToken,
})

export const deliverySaveNotificationToken = call('delivery/save-notification-token', {
  summary: 'The same for a rider: offers, and that one is gone.',
  auth: 'delivery',
  ...saveToken,
})

export const storeOwnerSaveNotificationToken = call('store-owner/save-notification-token', {
  summary: 'The same for a store owner: new orders.',
  auth: 'store-owner',
  ...saveToken,
})

export const sendPushNotification = call('dashboard/send-push-notification', {
  summary:
    'Tells all customers, or the chosen ones, something: as a notification, and pushed to their browsers (L-05).',
  auth: 'staff',
  permission: 'send_notification_manage',
  idempotent: true,
  input: z.object({
    title: filledText(120),
    message: filledText(1000),
    /** A picture of this site, by its path. */
    image: text(500).nullish(),
    /** A path of the app, or https on this site or one that the setting allowedLinkHosts lists. */
    click_action: text(1000).nullish(),
    to: z.union([z.literal('all'), z.array(id).min(1).max(10_000)]),
    token: z.unknown().optional(),
  }),
  output: z.object({ success: z.literal(true), broadcast_id: z.int() }),
  errors: [],
})
