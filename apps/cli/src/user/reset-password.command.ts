import { type UserWithPasswordView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { defineAdminCommand } from '../frame/command.js';
import { USERS, describePassword } from './users.js';

export const userResetPasswordCommand = defineAdminCommand({
  name: 'user reset-password',
  summary: 'sign a user out everywhere and print another password to sign in with once',
  args: [{ name: '<email>', description: 'who has lost the password, or an id' }],
  examples: [{ line: 'user reset-password ann@example.com', what: 'Somebody has forgotten it:' }],
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
