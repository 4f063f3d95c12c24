import { type UserWithPasswordView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { defineAdminCommand } from '../frame/command.js';
import { USERS, describePassword } from './users.js';

export const userResetPasswordCommand = defineAdminCommand({
  name: 'user reset-password',
  summary: 'reset the password of a user: end their sessions and print a one-time password',
  args: [{ name: '<email>', description: 'email address or id' }],
  examples: [{ line: 'user reset-password ann@example.com', what: 'A user forgot the password:' }],
  run: async ({ args: [email = ''] }, admin, output) => {
    const { id } = await findNamed(admin, USERS, email);
    const user = (await admin.request(
      'POST',
      `${USERS.path}/${id}/reset-password`,
      {},
    )) as UserWithPasswordView;
    output.result(user, () => [`${user.email} is signed out everywhere.`, ...describePassword(user)]);
  },
});
