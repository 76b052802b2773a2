import { bool, choice, inGroup, list, naming, privateKey, publicKey, secret, text } from './spec.ts'

/** Settings for push messages and for native apps of other developers. */
export const pushSettings = inGroup('push', {
  enablePushNotification: bool(
    'false',
    'Sends push messages to people who allow them. The public and the private push key must be set.',
  ),
  enablePushNotificationOrders: bool('false', 'Sends customers a push message for each change of their order.'),
  firebaseSenderId: publicKey('PUSH_SENDER_ID', 'Sender id of the push account, if the account has one.'),
  firebasePublic: publicKey('VAPID_PUBLIC_KEY', 'Public key with which browsers subscribe to push messages.'),
  firebaseSecret: secret('VAPID_PRIVATE_KEY', 'Private key with which the server signs push messages.'),
  allowedLinkHosts: naming(
    'hosts',
    list('', 'Other sites that push messages, slides and social links may link to.', 'private'),
  ),
})

/** Settings for text messages (SMS). */
export const smsSettings = inGroup('sms', {
  defaultSmsGateway: choice(['1', '2'], '1', 'SMS provider: 1 is MSG91, 2 is Twilio.'),
  msg91AuthKey: secret('MSG91_AUTH_KEY', 'Key at MSG91.'),
  msg91OtpDltTemplateId: privateKey(
    'MSG91_TEMPLATE_ID_OTP',
    'Registered (DLT) template of the text message with a code.',
  ),
  msg91NewOrderDltTemplateId: text(
    '',
    'Registered (DLT) template of the text message to stores about a new order.',
    'private',
  ),
  msg91NewOrderDeliveryDltTemplateId: text(
    '',
    'Registered (DLT) template of the text message to riders about a new order.',
    'private',
  ),
  msg91VisitReminderDltTemplateId: text(
    '',
    'Registered (DLT) template of the reminder of a visit, with salon, date and time.',
    'private',
  ),
  msg91VisitOfferDltTemplateId: text(
    '',
    'Registered (DLT) template of the offer from a wait list, with salon, date, time and minutes.',
    'private',
  ),
  twilioSid: secret('TWILIO_ACCOUNT_SID', 'Account at Twilio.'),
  twilioAccessToken: secret('TWILIO_AUTH_TOKEN', 'Token at Twilio.'),
  twilioServiceId: secret('TWILIO_MESSAGING_SERVICE_SID', 'Id of the messaging service at Twilio.'),
  twilioFromPhone: privateKey('TWILIO_FROM', 'Number that Twilio sends from.'),
  otpMessage: text('Your verification code is', 'Words before the code in a text message.', 'private'),
  smsRestaurantNotify: bool('false', 'Texts store owners about each new order.', 'private'),
  smsDeliveryNotify: bool('false', 'Texts riders on duty about each order that is accepted.', 'private'),
  smsVisitReminders: bool(
    'false',
    'Texts customers before their visits to a salon, at the hours that the salon sets.',
    'private',
  ),
  smsVisitOffers: bool(
    'false',
    'Texts customers about offers of a wait list when no browser of theirs gets a push message.',
    'private',
  ),
  smsRestOrderValue: bool('false', 'Adds the total of the order to the text message for store owners.', 'private'),
  defaultSmsRestaurantMsg: text(
    'There is a new order.',
    'Text message that store owners get about a new order.',
    'private',
  ),
  defaultSmsDeliveryMsg: text('A new order is waiting.', 'Text for riders.', 'private'),
})

/** Settings for email, and for the Drive folder of exports. */
export const emailSettings = inGroup('email', {
  mail_host: privateKey('SMTP_HOST', 'Mail server.'),
  mail_port: { type: 'number', default: '', visibility: 'private', env: 'SMTP_PORT', help: 'Port of the mail server.' },
  mail_username: secret('SMTP_USER', 'User name at the mail server.'),
  mail_password: secret('SMTP_PASS', 'Password at the mail server.'),
  mail_encryption: choice(['', 'tls', 'ssl'], '', 'Encryption of the connection to the mail server.', 'private'),
  sendEmailFromEmailAddress: naming(
    'mailbox',
    text('', 'Email address that is shown as the sender of mail.', 'private'),
  ),
  sendEmailFromEmailName: text('', 'Name that is shown as the sender of mail.', 'private'),
  passwordResetEmailSubject: text('Your reset code', 'Subject of the mail with a reset code.'),
  mailVisitReminders: bool(
    'true',
    'Mails customers before their visits to a salon, at the hours that the salon sets.',
    'private',
  ),
  sendOrderInvoiceOverEmail: bool('false', 'Mails the customer an invoice when an order is completed.', 'private'),
  orderInvoiceEmailSubject: text(
    'Invoice for order',
    'Subject of the mail with an invoice. The order number follows the subject.',
    'private',
  ),
})
