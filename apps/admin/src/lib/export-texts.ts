import type { Output } from '@nukkad/contract/contract.ts'

export type Run = Output<'dashboard/exports'>['runs'][number]
export type Plan = Output<'dashboard/exports'>['plans'][number]

const faults: Record<NonNullable<Run['fault']>, string> = {
  permission: 'You no longer have the permission to see this table, so the plan was stopped.',
  'drive-unconfigured': 'Google Drive is not set up: its key or its folder is missing in the settings.',
  'drive-credentials': 'Google rejects the key of the service account for Google Drive.',
  'drive-folder': 'The Google Drive folder does not exist, or the service account is not allowed to write to it.',
  'drive-full': 'There is no space left in Google Drive.',
  'drive-away': 'Google Drive does not respond. The server will try again.',
  'mail-away': 'The email was not sent. The server will try again.',
  'no-address': 'Your account has no email address.',
  'given-up': 'The server tried for two hours without success. Start the export again.',
}

export function failureText(fault: Run['fault']): string {
  return fault ? faults[fault] : 'The export failed.'
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const weekdays = days.map((label, index) => ({ value: String(index + 1), label }))

/** `Every Monday at 06:00` */
export function cadenceText({ cadence, on_day, at_hour }: Pick<Plan, 'cadence' | 'on_day' | 'at_hour'>): string {
  const hour = `${String(at_hour).padStart(2, '0')}:00`
  if (cadence === 'daily') return `Every day at ${hour}`
  if (cadence === 'weekly') return `Every ${days[(on_day ?? 1) - 1]} at ${hour}`
  return `On day ${on_day} of each month at ${hour}`
}
