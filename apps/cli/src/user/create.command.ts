import { type UserWithPasswordView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { choice, flag } from '../frame/options.js';
import { readSecret } from '../read-secret.js';
import { USERS, USER_ROLES, describePassword } from './users.js';

export const userCreateCommand = defineAdminCommand({
  name: 'user create',
  summary: 'create a user; prints a one-time password unless one is given',
  args: [{ name: '<email>', description: 'email address for signing in' }],
  options: {
    role: choice('role: admin, or member (default), who manages only their own tokens', USER_ROLES),
    passwordStdin: flag('read the password from stdin instead of generating one'),
  },
  examples: [
    { line: 'user create ann@example.com --role admin', what: 'Another admin:' },
    { line: 'user create bob@example.com --password-stdin < password.txt', what: 'With a known password:' },
  ],
  run: async ({ args: [email], options: { role = 'member', passwordStdin } }, admin, output) => {
    const password = passwordStdin ? await readSecret('--password-stdin') : undefined;
    const body = { email, role, password };
    const user = (await admin.request('POST', USERS.path, body)) as UserWithPasswordView;
    output.result(user, () => [`Created the ${user.role} ${user.email}.`, ...describePassword(user)]);
  },
});
