import { type AuditEntryView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { showTime } from '../frame/format.js';
import { number, text } from '../frame/options.js';
import { describeList } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { parseMoment } from '../parse-moment.js';

const USUAL_LIMIT = 50;

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
  summary: 'show who changed what, newest first',
  options: {
    actor: text('<name>', 'only what one has done: an e-mail address, the name of an admin token, operator'),
    action: text('<action>', 'only this: token.create, channel.change, config.apply, …'),
    subject: text('<id>', 'only what was done to the thing with this id'),
    from: text('<time>', 'no older than a date, a date and time, or a duration such as 12h or 7d'),
    to: text('<time>', 'older than that'),
    limit: number('<count>', `how many at most; ${USUAL_LIMIT} if left out`, { min: 1 }),
  },
  examples: [
    { line: 'audit list --from 1d', what: 'Since yesterday:' },
    {
      line: `audit list --action token.revoke --json | jq '.data[].changes'`,
      what: 'What was changed, in full:',
    },
  ],
  run: async ({ options }, admin, output) => {
    const { actor, action, subject, limit = USUAL_LIMIT } = options;
    const [from, to] = [parseMoment('--from', options.from), parseMoment('--to', options.to)];
    const filters = { actor, action, subject_id: subject, from, to };
    const entries = await readList<AuditEntryView>(admin, '/api/audit', filters, limit);
    output.result(entries, () =>
      describeList({ noun: 'entries', columns: COLUMNS, rows: entries.data, filters }, output),
    );
  },
});
