import { type UserView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { findNamed } from '../admin/find-named.js';
import { defineAdminCommand } from '../frame/command.js';
import { USERS } from './users.js';

export const userEnableCommand = defineAdminCommand({
  name: 'user enable',
  summary: 'let a disabled user sign in again',
  args: [{ name: '<email>', description: 'who, or an id' }],
  examples: [{ line: 'user enable ann@example.com', what: 'Somebody has come back:' }],
  run: async ({ args: [email = ''] }, admin, output) => {
    const user = await setDisabled(admin, email, false);
    output.result(user, () => [`${user.email} can sign in again.`]);
  },
});

export const userDisableCommand = defineAdminCommand({
  name: 'user disable',
  summary: 'keep a user from signing in, and end the sessions they have',
  args: [{ name: '<email>', description: 'who, or an id' }],
  examples: [{ line: 'user disable ann@example.com', what: 'Somebody has left:' }],
  run: async ({ args: [email = ''] }, admin, output) => {
    const user = await setDisabled(admin, email, true);
    output.result(user, () => [`${user.email} is signed out and cannot sign in any more.`]);
  },
});

/** Lets a user sign in or no longer, and answers what has become of them. */
async function setDisabled(admin: AdminClient, email: string, disabled: boolean): Promise<UserView> {
  const { id } = await findNamed(admin, USERS, email);
  return (await admin.request('PATCH', `${USERS.path}/${id}`, { disabled })) as UserView;
}
