import type { FastifyBaseLogger } from 'fastify'

/**
 * The level and the text of every line of the log, by its stable code. Monitors filter log lines by the code (`event`),
 * so codes never change, but texts may. An event about money or an account never carries secrets or bodies
 * (docs/reference/security.md#logs-and-audit).
 */
export const logEvents = {
  'account.deleted': { level: 'info', text: 'An account was deleted' },
  'alarm.cleared': { level: 'info', text: 'An alarm was cleared' },
  'alarm.not_recorded': { level: 'warn', text: 'An alarm could not be recorded' },
  'alarm.raised': { level: 'warn', text: 'An alarm was raised' },
  'backup.failed': { level: 'error', text: 'A backup failed' },
  'bus.failed': { level: 'warn', text: 'NATS did not work; processes announce through the database meanwhile' },
  'code.not_sent': { level: 'warn', text: 'The SMS provider did not accept a one-time code' },
  'customer_session.started': { level: 'info', text: 'A member of staff acts for a customer' },
  'database.connection_lost': { level: 'warn', text: 'A database connection was lost' },
  'database.died': { level: 'error', text: 'The embedded PostgreSQL ended unexpectedly; the server starts it again' },
  'database.migrated': { level: 'info', text: 'The schema was migrated' },
  'database.replica_foreign': {
    level: 'error',
    text: 'The servers of DATABASE_REPLICA_URL belong to another database; calls read from the primary',
  },
  'database.restart_failed': { level: 'error', text: 'The embedded PostgreSQL did not start again' },
  'database.unavailable': { level: 'warn', text: 'The database does not answer; the server tries again' },
  'dispute.changed': { level: 'error', text: 'A payer disputes a payment, or the dispute was lost: staff must act' },
  'dispute.won': { level: 'warn', text: 'A dispute about a payment was won' },
  'events.database_unavailable': { level: 'warn', text: 'Order events wait for the database' },
  'events.replay_failed': { level: 'warn', text: 'Missed events could not be read' },
  'events.session_check_failed': { level: 'error', text: 'The session of an event stream could not be checked' },
  'export.failed': { level: 'warn', text: 'An export failed' },
  'export.mail_failed': { level: 'warn', text: 'The link to an export could not be mailed' },
  'geocoder.failed': { level: 'warn', text: 'The geocoder gave no address' },
  'ledger.difference_found': { level: 'error', text: 'The ledger check found a difference' },
  'mail.not_sent': { level: 'warn', text: 'The mail provider did not accept a mail' },
  'mail.unavailable': { level: 'warn', text: 'Mail cannot be sent' },
  'node.not_reported': { level: 'warn', text: 'This process could not report its state for the list of processes' },
  'order.schedule_failed': { level: 'error', text: 'The scheduler could not move an order' },
  'owner_session.started': { level: 'info', text: 'A member of staff acts as a store owner' },
  'password.reset': { level: 'info', text: 'A person set a new password with a reset code' },
  'payment.amount_mismatch': { level: 'error', text: 'A payment has another amount or currency than was asked for' },
  'payment.opening_failed': { level: 'warn', text: 'The provider did not open a payment' },
  'payment.page_refused': { level: 'info', text: 'A payment page was refused' },
  'payment.refunded_before_seen': {
    level: 'warn',
    text: 'A payment was returned at the provider before the server saw it',
  },
  'payment.return_signature_wrong': { level: 'warn', text: 'A payer returned with a wrong signature' },
  'payment.return_unknown': { level: 'warn', text: 'A payer returned and the payment status is unknown' },
  'payment.surplus': { level: 'warn', text: 'A payment is not needed and is refunded' },
  'payment.unknown': { level: 'warn', text: 'The payment status is still unknown' },
  'payment.unknown_after_a_day': { level: 'error', text: 'The payment status is unknown after a day: staff must act' },
  'permission.denied': { level: 'warn', text: 'A person lacks the permission' },
  'picture.not_deleted': { level: 'error', text: 'A picture could not be deleted' },
  'port.in_use': { level: 'warn', text: 'The port is in use; the server waits for it' },
  'process.failed': { level: 'fatal', text: 'An unexpected error ends the process' },
  'push.refused': { level: 'error', text: 'A push service refused a message: check the keys and the clock' },
  'push.subscription_ended': { level: 'info', text: 'A browser ended its push subscription' },
  'refund.failed': { level: 'error', text: 'A refund failed: staff must act' },
  'refund.keys_missing': { level: 'error', text: 'A refund waits for the keys of its provider' },
  'refund.returned': { level: 'error', text: 'The bank returned a refund: staff must act' },
  'refund.succeeded_late': { level: 'error', text: 'A refund succeeded that was recorded as failed: staff must act' },
  'refund.unknown': { level: 'error', text: 'The result of a refund is unknown: staff must act' },
  'request.answered': { level: 'info', text: 'A request was answered' },
  'request.failed': { level: 'error', text: 'A request failed by an unexpected error' },
  'request.refused': { level: 'info', text: 'A request was refused' },
  'request.unavailable': { level: 'warn', text: 'A request could not be served for now' },
  'reset_code.not_withdrawn': { level: 'error', text: 'A reset code that was not mailed is still valid' },
  'server.stop_failed': { level: 'error', text: 'The server did not stop cleanly' },
  'server.stopping': { level: 'info', text: 'The server is stopping' },
  'settings.database_unavailable': { level: 'warn', text: 'Settings wait for the database' },
  'sign_in.guess_delayed': { level: 'info', text: 'A guess at a sign-in was delayed' },
  'sign_in.guesses': { level: 'warn', text: 'Many wrong guesses at a sign-in' },
  'sign_in.refused': { level: 'info', text: 'A sign-in was refused' },
  'sign_in.second_factor_refused': { level: 'info', text: 'A second factor was wrong' },
  'sign_in.succeeded': { level: 'info', text: 'A person signed in' },
  'social_provider.unavailable': { level: 'warn', text: 'A social provider did not answer' },
  'storage.failed': { level: 'error', text: 'The object store did not do what was asked of it' },
  'storage.unavailable': { level: 'warn', text: 'The object store is away or full; the server starts without it' },
  'stores.opened_or_closed': { level: 'info', text: 'Stores opened or closed by their hours' },
  'text.dropped': { level: 'warn', text: 'A message to a phone without proof was dropped' },
  'traces.not_sent': { level: 'warn', text: 'The collector of traces did not take them' },
  'visit.kept_share_failed': { level: 'error', text: 'A kept part of a deposit could not be paid' },
  'webhook.stop_mail_failed': { level: 'warn', text: 'The mail about a stopped webhook could not be sent' },
  'webhook_event.needs_review': { level: 'error', text: 'A webhook event needs review' },
  'webhook_event.not_checked': { level: 'warn', text: 'A webhook event could not be checked' },
  'webhook_event.signature_wrong': { level: 'warn', text: 'A webhook event has no valid signature' },
  'worker.connection_lost': { level: 'warn', text: 'The worker lost a database connection' },
  'worker.job_check_failed': { level: 'warn', text: 'Lost and late jobs could not be looked for' },
  'worker.job_failed': { level: 'error', text: 'A job failed' },
  'worker.message': { level: 'debug', text: 'A message of the job queue' },
} as const satisfies Readonly<
  Record<`${string}.${string}`, { level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'; text: string }>
>

export type LogEvent = keyof typeof logEvents

/** Logs an event with its facts; an error that is passed as the fact `err` is written with its stack. */
export function logEvent(log: FastifyBaseLogger, event: LogEvent, facts: Readonly<Record<string, unknown>> = {}): void {
  const { level, text } = logEvents[event]
  log[level]({ ...facts, event }, text)
}
