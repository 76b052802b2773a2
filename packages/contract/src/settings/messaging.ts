import { bool, choice, inGroup, list, naming, privateKey, publicKey, secret, text } from './spec.ts'

/** Push messages, and settings for native apps of other developers. */
export const pushSettings = inGroup('push', {
  enablePushNotification: bool('false', 'Asks for permission and sends push messages. Needs both push keys.'),
  enablePushNotificationOrders: bool('false', 'Sends customers a push message for each change of their order.'),
  firebaseSenderId: publicKey('PUSH_SENDER_ID', 'Sender id of the push account, if it has one.'),
  firebasePublic: publicKey('VAPID_PUBLIC_KEY', 'Public key that browsers subscribe with.'),
  firebaseSecret: secret('VAPID_PRIVATE_KEY', 'Private key that signs push messages.'),
  allowedLinkHosts: naming(
    'hosts',
    list('', 'Other sites that push messages, slides and social links may link to.', 'private'),
  ),
})

/** Settings for text messages (SMS). */
export const smsSettings = inGroup('sms', {
  defaultSmsGateway: choice(['1', '2'], '1', 'SMS provider: 1 is MSG91, 2 is Twilio.'),
  msg91AuthKey: secret('MSG91_AUTH_KEY', 'Key at MSG91.'),
  msg91OtpDltTemplateId: privateKey('MSG91_TEMPLATE_ID_OTP', 'Registered template for codes.'),
  msg91NewOrderDltTemplateId: text('', 'Registered template for new orders, for stores.', 'private'),
  msg91NewOrderDeliveryDltTemplateId: text('', 'Registered template for new orders, for riders.', 'private'),
  msg91VisitReminderDltTemplateId: text(
    '',
    'Registered template for reminders of visits: salon, date, time.',
    'private',
  ),
  msg91VisitOfferDltTemplateId: text(
    '',
    'Registered template for offers of a wait list: salon, date, time, minutes.',
    'private',
  ),
  twilioSid: secret('TWILIO_ACCOUNT_SID', 'Account at Twilio.'),
  twilioAccessToken: secret('TWILIO_AUTH_TOKEN', 'Token at Twilio.'),
  twilioServiceId: secret('TWILIO_MESSAGING_SERVICE_SID', 'Messaging service at Twilio.'),
  twilioFromPhone: privateKey('TWILIO_FROM', 'Number that Twilio sends from.'),
  otpMessage: text('Your verification code is', 'Text before the code.', 'private'),
  smsRestaurantNotify: bool('false', 'Texts store owners about each new order.', 'private'),
  smsDeliveryNotify: bool('false', 'Texts riders on duty about each order that is accepted.', 'private'),
  smsVisitReminders: bool(
    'false',
    'Texts customers before their visits to a salon, at the hours that it sets.',
    'private',
  ),
  smsVisitOffers: bool(
    'false',
    'Texts customers about offers of a wait list when no browser of theirs gets a push message.',
    'private',
  ),
  smsRestOrderValue: bool('false', 'Adds the total to the text for owners.', 'private'),
  defaultSmsRestaurantMsg: text('There is a new order.', 'Text for store owners.', 'private'),
  defaultSmsDeliveryMsg: text('A new order is waiting.', 'Text for riders.', 'private'),
})

/** Email, and the Drive folder for exports. */
export const emailSettings = inGroup('email', {
  mail_host: privateKey('SMTP_HOST', 'Mail server.'),
  mail_port: { type: 'number', default: '', visibility: 'private', env: 'SMTP_PORT', help: 'Port of the mail server.' },
  mail_username: secret('SMTP_USER', 'User at the mail server.'),
  mail_password: secret('SMTP_PASS', 'Password at the mail server.'),
  mail_encryption: choice(['', 'tls', 'ssl'], '', 'Encryption of the connection to the mail server.', 'private'),
  sendEmailFromEmailAddress: naming('mailbox', text('', 'Address that mail comes from.', 'private')),
  sendEmailFromEmailName: text('', 'Name that mail comes from.', 'private'),
  passwordResetEmailSubject: text('Your reset code', 'Subject of the mail with a reset code.'),
  mailVisitReminders: bool(
    'true',
    'Mails customers before their visits to a salon, at the hours that it sets.',
    'private',
  ),
  sendOrderInvoiceOverEmail: bool('false', 'Mails an invoice when an order is completed.', 'private'),
  orderInvoiceEmailSubject: text(
    'Invoice for order',
    'Subject of the mail with an invoice, before the order number.',
    'private',
  ),
})
