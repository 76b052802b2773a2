import { bool, choice, inGroup, list, naming, privateKey, publicKey, secret, text, url } from './spec.ts'

/** Push messages and the native apps of others. */
export const pushSettings = inGroup('push', {
  enablePushNotification: bool('false', 'Asks for permission and sends push messages; needs the two keys.'),
  enablePushNotificationOrders: bool('false', 'Pushes every change of an order to its customer.'),
  firebaseSenderId: publicKey('PUSH_SENDER_ID', 'Sender id of the push account; used only when set.'),
  firebasePublic: publicKey('VAPID_PUBLIC_KEY', 'Public key that browsers subscribe with.'),
  firebaseSecret: secret('VAPID_PRIVATE_KEY', 'Private key that signs push messages.'),
  firebaseSDKSnippet: secret('PUSH_SDK_SNIPPET', 'Push set-up of older dashboards.'),
  firebaseRealtimeDatabaseUrl: url('', 'Realtime database of native apps.'),
  oneSignalAppId: secret('ONESIGNAL_APP_ID', 'Push account of the native store app.'),
  oneSignalRestApiKey: secret('ONESIGNAL_REST_API_KEY', 'Push key of the native store app.'),
  hasSocketPush: bool('false', 'Native apps get pushes over a socket.'),
  iHaveFoodomaaAndroidApp: bool('false', 'A native customer app is in use.'),
  iHaveFoodomaaDeliveryApp: bool('false', 'A native rider app is in use.'),
  iHaveFoodomaaStoreApp: bool('false', 'A native store app is in use.'),
  intentDomains: list('', 'Domains that native apps open themselves.', 'private'),
  allowedLinkHosts: naming(
    'hosts',
    list('', 'Other sites that pushes, slides and social links may lead to.', 'private'),
  ),
})

/** Text messages. */
export const smsSettings = inGroup('sms', {
  defaultSmsGateway: choice(['1', '2'], '1', 'Service that sends text messages: 1 is MSG91, 2 is Twilio.'),
  msg91AuthKey: secret('MSG91_AUTH_KEY', 'Key at MSG91.'),
  msg91SenderId: privateKey('MSG91_SENDER_ID', 'Sender name registered at MSG91.'),
  msg91OtpDltTemplateId: privateKey('MSG91_TEMPLATE_ID_OTP', 'Registered template of a code.'),
  msg91NewOrderDltTemplateId: text('', 'Registered template of a new order for stores.', 'private'),
  msg91NewOrderDeliveryDltTemplateId: text('', 'Registered template of a new order for riders.', 'private'),
  twilioSid: secret('TWILIO_ACCOUNT_SID', 'Account at Twilio.'),
  twilioAccessToken: secret('TWILIO_AUTH_TOKEN', 'Token at Twilio.'),
  twilioServiceId: secret('TWILIO_MESSAGING_SERVICE_SID', 'Messaging service at Twilio.'),
  twilioFromPhone: privateKey('TWILIO_FROM', 'Number that Twilio sends from.'),
  otpMessage: text('Your verification code is', 'Text before the code.', 'private'),
  smsRestaurantNotify: bool('false', 'Texts store owners about each new order.', 'private'),
  smsDeliveryNotify: bool('false', 'Texts riders on duty about each order that is accepted.', 'private'),
  smsRestOrderValue: bool('false', 'Adds the total to the text for owners.', 'private'),
  smsOrderNotify: bool('false', 'Texts customers about their orders.', 'private'),
  defaultSmsRestaurantMsg: text('There is a new order.', 'Text for store owners.', 'private'),
  defaultSmsDeliveryMsg: text('A new order is waiting.', 'Text for riders.', 'private'),
})

/** Mail, and the folder that exports go to. */
export const emailSettings = inGroup('email', {
  defaultEmailGateway: choice(['sendgrid', 'smtp'], 'sendgrid', 'Service that sends mail.'),
  sendgrid_api_key: secret('SENDGRID_API_KEY', 'Key at SendGrid.'),
  mail_driver: text('', 'Kind of mail transport, for older servers.', 'private'),
  mail_host: privateKey('SMTP_HOST', 'Mail server.'),
  mail_port: { type: 'number', default: '', visibility: 'private', env: 'SMTP_PORT', help: 'Port of the mail server.' },
  mail_username: secret('SMTP_USER', 'User at the mail server.'),
  mail_password: secret('SMTP_PASS', 'Password at the mail server.'),
  mail_encryption: choice(['', 'tls', 'ssl'], '', 'Encryption of the connection to the mail server.', 'private'),
  sendEmailFromEmailAddress: naming('mailbox', text('', 'Address that mail comes from.', 'private')),
  sendEmailFromEmailName: text('', 'Name that mail comes from.', 'private'),
  passwordResetEmailSubject: text('Your reset code', 'Subject of the mail with a reset code.'),
  sendOrderInvoiceOverEmail: bool('false', 'Mails an invoice when an order is completed.', 'private'),
  orderInvoiceEmailSubject: text('Invoice for order', 'Subject of that mail, before the order number.', 'private'),
  // U-27
  exportDriveFolderId: naming('id', text('', 'Drive folder that exports are put into.', 'private')),
  exportDriveRefreshToken: secret('GDRIVE_REFRESH_TOKEN', 'Permission to write into that folder.'),
})
