import { auditActions } from '../audit-actions.ts'
import { column, table } from './table.ts'

/** The dashboard table of the audit log: every recorded action. */
export const auditTables = {
  audit: table({
    title: 'Activity',
    permission: 'settings_manage',
    searches: 'Action, object or person',
    columns: {
      id: column('id', 'No.', { isHidden: true }),
      at: column('moment', 'When', { isSortable: true }),
      actor: column('text', 'Who'),
      acting_for: column('text', 'For'),
      action: column('status', 'What', { labels: auditActions }),
      object_type: column('text', 'Kind'),
      object_id: column('text', 'Object'),
      reason: column('text', 'Reason'),
      before: column('text', 'Before', { isHidden: true }),
      after: column('text', 'After', { isHidden: true }),
      address: column('text', 'From', { isHidden: true }),
      key: column('text', 'API key', { isHidden: true }),
    },
    filters: {
      at: { label: 'When', kind: 'dates' },
      actor: { label: 'Who', kind: 'person' },
      action: { label: 'What', kind: 'choice', labels: auditActions },
      object_type: { label: 'Kind', kind: 'text' },
    },
    sort: '-at',
  }),
}
