import { z } from 'zod'
import { call } from '../call.ts'
import { filledText, flag, id, ignored, latitude, longitude, success, text } from '../wire.ts'

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
  // P-41, GAP-46
  summary: 'Notifications of the last seven days, at most 20, newest first.',
  auth: 'customer',
  input: z.object(ignored),
  output: notifications,
  errors: [],
})

export const markAllNotificationsRead = call('mark-all-notifications-read', {
  // P-42
  summary: 'Marks every own notification as read.',
  auth: 'customer',
  input: z.object(ignored),
  output: notifications,
  errors: [],
})

export const markOneNotificationRead = call('mark-one-notification-read', {
  // P-43
  summary: 'Marks one own notification as read.',
  auth: 'customer',
  input: z.object({ notification_id: id, ...ignored }),
  output: notifications,
  errors: [],
})

/** The JSON text of a PushSubscription; the answer repeats it as a bare string. */
const pushToken = z.string().min(1).max(4096)
const saveToken = { input: z.object({ push_token: pushToken, ...ignored }), output: z.string(), errors: [] } as const

export const saveNotificationToken = call('save-notification-token', {
  // P-44, L-08, GAP-49
  summary: "Sends push messages to this session's browser from now on. Ends with the session.",
  auth: 'customer',
  ...saveToken,
})

export const saveGuestToken = call('save-notification-token-no-user', {
  summary:
    'The same for a browser without an account: messages of the shop to all such devices. Saved by a person later, it is his; after his logout it may be saved here again.',
  auth: 'public',
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

const days = z.int().min(1).max(3650)

/** Customers by what they have done and where they are; they fit all that is said. */
const segment = z
  .object({
    ordered_within_days: days.nullish(),
    not_ordered_for_days: days.nullish(),
    has_wallet_balance: z.boolean().nullish(),
    /** Their address is within so many kilometres of a point. */
    near: z.object({ latitude, longitude, radius: z.number().min(0.1).max(500) }).nullish(),
  })
  .refine((said) => Object.values(said).some((value) => value !== null && value !== undefined && value !== false))

/** `guests`: devices without an account, which are told by push alone. */
const recipients = z.union([z.enum(['all', 'guests']), z.array(id).min(1).max(10_000), z.object({ segment })])

export const sendPushNotification = call('dashboard/send-push-notification', {
  // L-05
  summary:
    'Tells all customers, the chosen ones or those of a segment something, now or at a moment: as a notification, and pushed to their browsers. Or tells devices without an account.',
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
    to: recipients,
    /** When it begins to go out; now when nothing is said. */
    at: z.iso.datetime({ offset: true }).nullish(),
    token: z.unknown().optional(),
  }),
  output: z.object({ success: z.literal(true), broadcast_id: z.int() }),
  errors: [],
})

export const countRecipients = call('dashboard/broadcasts/count', {
  summary:
    'How many customers a message would tell now, and how many browsers listen, theirs or those without an account.',
  auth: 'staff',
  permission: 'send_notification_manage',
  input: z.object({ ...ignored, to: recipients }),
  output: z.object({ success: z.literal(true), customers: z.int(), browsers: z.int() }),
  errors: [],
})

export const findRecipients = call('dashboard/broadcasts/find-customers', {
  summary: 'Customers by a part of their name, or by their whole phone or e-mail, for choosing them.',
  auth: 'staff',
  permission: 'send_notification_manage',
  input: z.object({ ...ignored, q: text(64) }),
  output: z.object({ success: z.literal(true), customers: z.array(z.object({ id: z.int(), name: z.string() })) }),
  errors: [],
})

export const cancelBroadcast = call('dashboard/broadcasts/cancel', {
  summary: 'Stops a message that is to go out later, or the rest of one that is going out.',
  auth: 'staff',
  permission: 'send_notification_manage',
  input: z.object({ ...ignored, id }),
  output: success,
  errors: ['NOT_FOUND', 'BROADCAST_OVER'],
})
