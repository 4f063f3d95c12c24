import { type AuditEntryView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { showTime } from '../frame/format.js';
import { number, text } from '../frame/options.js';
import { describeList } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { parseMoment } from '../parse-moment.js';

const DEFAULT_LIMIT = 50;

const COLUMNS: Column<AuditEntryView>[] = [
  { title: 'ENTRY', value: ({ seq }) => seq, align: 'right' },
  { title: 'WHEN', value: ({ at }) => showTime(at) },
  { title: 'WHO', value: ({ actor: { kind, name } }) => (kind === name ? kind : `${kind} ${name}`) },
  { title: 'ACTION', value: ({ action }) => action },
  { title: 'SUBJECT', value: ({ subject: { id, name } }) => name ?? id },
  { title: 'CHANGED', value: ({ changes }) => Object.keys(changes).join(', ') },
];

export const auditListCommand = defineAdminCommand({
  name: 'audit list',
  summary: 'list changes and who made them, newest first',
  options: {
    actor: text('<name>', 'filter by actor: an email address, the name of an admin token, or operator'),
    action: text('<action>', 'filter by action: token.create, channel.change, config.apply, …'),
    subject: text('<id>', 'filter by the id of the changed object'),
    from: text('<time>', 'start: a date, a date and time, or a duration ago such as 12h or 7d'),
    to: text('<time>', 'end: a date, a date and time, or a duration ago'),
    limit: number('<count>', `maximum number of entries (default ${DEFAULT_LIMIT})`, { min: 1 }),
  },
  examples: [
    { line: 'audit list --from 1d', what: 'Since yesterday:' },
    {
      line: `audit list --action token.revoke --json | jq '.data[].changes'`,
      what: 'The full changes:',
    },
  ],
  run: async ({ options }, admin, output) => {
    const { actor, action, subject, limit = DEFAULT_LIMIT } = options;
    const [from, to] = [parseMoment('--from', options.from), parseMoment('--to', options.to)];
    const filters = { actor, action, subject_id: subject, from, to };
    const entries = await readList<AuditEntryView>(admin, '/api/audit', filters, limit);
    output.result(entries, () =>
      describeList({ noun: 'entries', columns: COLUMNS, rows: entries.data, filters }, output),
    );
  },
});
