import { column, table } from './table.ts'

const states = { waiting: 'Waiting', delivered: 'Delivered', dead: 'Failed' } as const

/** The dashboard table of webhook deliveries and their attempts. */
export const integrationTables = {
  webhook_deliveries: table({
    title: 'Webhook deliveries',
    permission: 'settings_manage',
    searches: 'Event, message id or address',
    columns: {
      id: column('id', 'No.', { isHidden: true }),
      at: column('moment', 'When', { isSortable: true }),
      kind: column('text', 'What'),
      url: column('text', 'To'),
      state: column('status', 'State', { labels: states }),
      tries: column('number', 'Tries'),
      answer_status: column('number', 'Answer'),
      ms: column('number', 'Took (ms)'),
      fault: column('text', 'Error', { isHidden: true }),
      next_try_at: column('moment', 'Next attempt', { isHidden: true }),
      last_try_at: column('moment', 'Last attempt', { isHidden: true }),
      message_id: column('text', 'Message id', { isHidden: true }),
      body: column('text', 'Message', { isHidden: true }),
      answer: column('text', 'Answered', { isHidden: true }),
    },
    filters: {
      state: { label: 'State', kind: 'choice', labels: states },
      at: { label: 'When', kind: 'dates' },
      kind: { label: 'What', kind: 'text' },
      endpoint: { label: 'Endpoint', kind: 'person' },
    },
    sort: '-at',
  }),
} as const
