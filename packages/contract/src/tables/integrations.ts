import { column, table } from './table.ts'

const states = { waiting: 'Waiting', delivered: 'Taken', dead: 'Given up' } as const

export const integrationTables = {
  webhook_deliveries: table({
    title: 'Messages to programs',
    permission: 'settings_manage',
    searches: 'Kind or id of the message, or address',
    columns: {
      id: column('id', 'No.', { isHidden: true }),
      at: column('moment', 'When', { isSortable: true }),
      kind: column('text', 'What'),
      url: column('text', 'To'),
      state: column('status', 'State', { words: states }),
      tries: column('number', 'Tries'),
      answer_status: column('number', 'Answer'),
      ms: column('number', 'Took (ms)'),
      fault: column('text', 'Fault', { isHidden: true }),
      next_try_at: column('moment', 'Next try', { isHidden: true }),
      last_try_at: column('moment', 'Last try', { isHidden: true }),
      message_id: column('text', 'Message id', { isHidden: true }),
      body: column('text', 'Message', { isHidden: true }),
      answer: column('text', 'Answered', { isHidden: true }),
    },
    filters: {
      state: { label: 'State', kind: 'choice', words: states },
      at: { label: 'When', kind: 'dates' },
      kind: { label: 'What', kind: 'text' },
      endpoint: { label: 'Program', kind: 'person' },
    },
    sort: '-at',
  }),
} as const
