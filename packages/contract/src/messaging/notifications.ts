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
  summary: 'Marks all notifications of the signed-in person as read.',
  auth: 'customer',
  input: z.object(ignored),
  output: notifications,
  errors: [],
})

export const markOneNotificationRead = call('mark-one-notification-read', {
  // P-43
  summary: 'Marks one notification of the signed-in person as read.',
  auth: 'customer',
  input: z.object({ notification_id: id, ...ignored }),
  output: notifications,
  errors: [],
})

const choiceList = z.object({
  success: z.literal(true),
  choices: z.array(z.object({ kind: z.string(), channel: z.string(), is_on: z.boolean() })),
})

export const getNotificationChoices = call('get-notification-choices', {
  summary: 'The kinds of notifications that the signed-in person can switch off, by channel.',
  auth: 'customer',
  input: z.object(ignored),
  output: choiceList,
  errors: [],
})

export const setNotificationChoice = call('set-notification-choice', {
  summary:
    'Switches one kind of notification on or off on one channel. Notifications about orders always stay in the list.',
  auth: 'customer',
  input: z.object({
    choice: z.enum([
      'order/push',
      'reminder/push',
      'reminder/sms',
      'reminder/mail',
      'offer/push',
      'offer/list',
      'wallet/list',
    ]),
    is_on: z.boolean(),
    ...ignored,
  }),
  output: choiceList,
  errors: [],
})

/**
 * A browser's PushSubscription as a JSON string. The call that saves a push token answers the string that it received.
 */
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
    'Sends broadcasts to a browser without an account. When a person saves the same browser later, it belongs to their session; after their logout it can be saved here again.',
  auth: 'public',
  ...saveToken,
})

export const deliverySaveNotificationToken = call('delivery/save-notification-token', {
  summary: "Sends push messages to a rider's browser: new offers, and offers that have ended.",
  auth: 'delivery',
  ...saveToken,
})

export const storeOwnerSaveNotificationToken = call('store-owner/save-notification-token', {
  summary: "Sends push messages to a store owner's browser: new orders.",
  auth: 'store-owner',
  ...saveToken,
})

const days = z.int().min(1).max(3650)

/** Customers who meet all the given conditions on their orders, wallet and address. */
const segment = z
  .object({
    ordered_within_days: days.nullish(),
    not_ordered_for_days: days.nullish(),
    has_wallet_balance: z.boolean().nullish(),
    /** A point and a radius: the customer has an address within this many kilometres of the point. */
    near: z.object({ latitude, longitude, radius: z.number().min(0.1).max(500) }).nullish(),
  })
  .refine((said) => Object.values(said).some((value) => value !== null && value !== undefined && value !== false))

/** The recipients of a message. `guests` are devices without an account, which receive only push messages. */
const recipients = z.union([z.enum(['all', 'guests']), z.array(id).min(1).max(10_000), z.object({ segment })])

export const sendPushNotification = call('dashboard/send-push-notification', {
  // L-05
  summary:
    'Sends a message to all customers, chosen customers or a segment, now or later: as a notification and as a push message. Or sends it to devices without an account.',
  auth: 'staff',
  permission: 'send_notification_manage',
  idempotent: true,
  input: z.object({
    title: filledText(120),
    message: filledText(1000),
    /** The picture of the message, as a path of this site. */
    image: text(500).nullish(),
    /**
     * The link of the message: a path of the app, or an https URL on this site or on a host in the setting
     * allowedLinkHosts.
     */
    click_action: text(1000).nullish(),
    to: recipients,
    /** The time at which sending starts. If the time is missing, the message is sent now. */
    at: z.iso.datetime({ offset: true }).nullish(),
    token: z.unknown().optional(),
  }),
  output: z.object({ success: z.literal(true), broadcast_id: z.int() }),
  errors: [],
})

export const countRecipients = call('dashboard/broadcasts/count', {
  summary: 'How many customers a message would reach now, and how many browsers would receive it as a push message.',
  auth: 'staff',
  permission: 'send_notification_manage',
  input: z.object({ ...ignored, to: recipients }),
  output: z.object({ success: z.literal(true), customers: z.int(), browsers: z.int() }),
  errors: [],
})

export const findRecipients = call('dashboard/broadcasts/find-customers', {
  summary: 'Finds customers by part of the name, or by the whole phone or email address, to choose them.',
  auth: 'staff',
  permission: 'send_notification_manage',
  input: z.object({ ...ignored, q: text(64) }),
  output: z.object({ success: z.literal(true), customers: z.array(z.object({ id: z.int(), name: z.string() })) }),
  errors: [],
})

export const cancelBroadcast = call('dashboard/broadcasts/cancel', {
  summary: 'Cancels a scheduled message, or the rest of a message that is being sent.',
  auth: 'staff',
  permission: 'send_notification_manage',
  input: z.object({ ...ignored, id }),
  output: success,
  errors: ['NOT_FOUND', 'BROADCAST_OVER'],
})
