import { type AdminTokenView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { showTime } from '../frame/format.js';
import { flag } from '../frame/options.js';
import { describeList } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { ADMIN_TOKENS } from './admin-tokens.js';

const COLUMNS: Column<AdminTokenView>[] = [
  { title: 'NAME', value: ({ name }) => name },
  {
    title: 'STATUS',
    value: ({ status }) => status,
    style: ({ status }) => (status === 'active' ? 'good' : 'bad'),
  },
  { title: 'KEY', value: ({ key_hint: hint }) => hint },
  { title: 'SCOPES', value: ({ scopes }) => scopes.join(', ') },
  { title: 'CREATED BY', value: ({ created_by: by }) => by },
  { title: 'EXPIRES', value: ({ expires_at: at }) => showTime(at) },
  { title: 'LAST USED', value: ({ last_used_at: at }) => showTime(at) },
];

export const adminTokenListCommand = defineAdminCommand({
  name: 'admin-token list',
  summary: 'list admin tokens, newest first',
  options: { all: flag('include revoked tokens') },
  examples: [
    { line: 'admin-token list', what: 'Active tokens:' },
    {
      line: `admin-token list --json | jq -r '.data[] | select(.last_used_at == null) | .name'`,
      what: 'Tokens that were never used:',
    },
  ],
  run: async ({ options: { all } }, admin, output) => {
    const tokens = await readList<AdminTokenView>(admin, ADMIN_TOKENS, { include_revoked: all });
    output.result(tokens, () =>
      describeList({ noun: 'admin tokens', columns: COLUMNS, rows: tokens.data, filters: {} }, output),
    );
  },
});
