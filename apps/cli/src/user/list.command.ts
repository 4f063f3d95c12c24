import { type UserView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { describeList } from '../frame/output.js';
import { text } from '../frame/options.js';
import { showTime } from '../frame/format.js';
import { type Column } from '../frame/table.js';
import { USERS } from './users.js';

const COLUMNS: Column<UserView>[] = [
  { title: 'EMAIL', value: ({ email }) => email },
  { title: 'ROLE', value: ({ role }) => role },
  { title: 'STATUS', value: getStatus, style: ({ disabled }) => (disabled ? 'bad' : undefined) },
  { title: 'LAST SIGN-IN', value: ({ last_sign_in_at: at }) => showTime(at) },
  { title: 'CREATED', value: ({ created_at: at }) => showTime(at) },
];

export const userListCommand = defineAdminCommand({
  name: 'user list',
  summary: 'list users',
  options: { search: text('<text>', 'filter by a part of the email address') },
  examples: [
    { line: 'user list', what: 'All users:' },
    { line: `user list --json | jq -r '.data[] | select(.disabled) | .email'`, what: 'Disabled users:' },
  ],
  run: async ({ options: { search } }, admin, output) => {
    const filters = { email: search };
    const users = await readList<UserView>(admin, USERS.path, filters);
    output.result(users, () =>
      describeList({ noun: 'users', columns: COLUMNS, rows: users.data, filters }, output),
    );
  },
});

function getStatus({ disabled, must_change_password: mustChange }: UserView): string {
  if (disabled) return 'disabled';
  return mustChange ? 'must change the password' : 'active';
}
