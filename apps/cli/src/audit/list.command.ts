import { type AuditEntryView } from '#admin';
import { PERIOD_OPTIONS, defineListCommand, toPeriod } from '../admin/list-command.js';
import { showTime } from '../frame/format.js';
import { text } from '../frame/options.js';
import { type Column } from '../frame/table.js';

const COLUMNS: Column<AuditEntryView>[] = [
  { title: 'ENTRY', value: ({ seq }) => seq, align: 'right' },
  { title: 'WHEN', value: ({ at }) => showTime(at) },
  { title: 'WHO', value: ({ actor: { kind, name } }) => (kind === name ? kind : `${kind} ${name}`) },
  { title: 'ACTION', value: ({ action }) => action },
  { title: 'SUBJECT', value: ({ subject: { id, name } }) => name ?? id },
  { title: 'CHANGED', value: ({ changes }) => Object.keys(changes).join(', ') },
];

export const auditListCommand = defineListCommand({
  name: 'audit list',
  summary: 'list changes and who made them, newest first',
  options: {
    actor: text('<name>', 'filter by actor: an email address, the name of an admin token, or operator'),
    action: text('<action>', 'filter by action: token.create, channel.change, config.apply, …'),
    subject: text('<id>', 'filter by the id of the changed object'),
    ...PERIOD_OPTIONS,
  },
  examples: [
    { line: 'audit list --from 1d', what: 'Since yesterday:' },
    {
      line: `audit list --action token.revoke --json | jq '.data[].changes'`,
      what: 'The full changes:',
    },
  ],
  path: '/api/audit',
  noun: 'entries',
  columns: COLUMNS,
  toFilters: ({ actor, action, subject, ...period }) => ({
    actor,
    action,
    subject_id: subject,
    ...toPeriod(period),
  }),
});
