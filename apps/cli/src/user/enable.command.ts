import { type UserView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { findNamed } from '../admin/find-named.js';
import { defineAdminCommand } from '../frame/command.js';
import { USERS } from './users.js';

export const userEnableCommand = defineAdminCommand({
  name: 'user enable',
  summary: 'enable a disabled user',
  args: [{ name: '<email>', description: 'email address or id' }],
  examples: [{ line: 'user enable ann@example.com', what: 'A user has come back:' }],
  run: async ({ args: [email = ''] }, admin, output) => {
    const user = await setDisabled(admin, email, false);
    output.result(user, () => [`${user.email} can sign in again.`]);
  },
});

export const userDisableCommand = defineAdminCommand({
  name: 'user disable',
  summary: 'disable a user and end their sessions',
  args: [{ name: '<email>', description: 'email address or id' }],
  examples: [{ line: 'user disable ann@example.com', what: 'A user has left:' }],
  run: async ({ args: [email = ''] }, admin, output) => {
    const user = await setDisabled(admin, email, true);
    output.result(user, () => [`${user.email} is signed out and can no longer sign in.`]);
  },
});

async function setDisabled(admin: AdminClient, email: string, disabled: boolean): Promise<UserView> {
  const { id } = await findNamed(admin, USERS, email);
  return (await admin.request('PATCH', `${USERS.path}/${id}`, { disabled })) as UserView;
}
