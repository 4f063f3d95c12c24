import { type UserWithPasswordView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { choice, flag } from '../frame/options.js';
import { readSecret } from '../read-secret.js';
import { USERS, USER_ROLES, describePassword } from './users.js';

export const userCreateCommand = defineAdminCommand({
  name: 'user create',
  summary: 'let somebody sign in; prints a password for the first time where none is given',
  args: [{ name: '<email>', description: 'the address they sign in with' }],
  options: {
    role: choice('what they may do: everything, or (if left out) manage what is their own', USER_ROLES),
    passwordStdin: flag('read their password from stdin, instead of making one up'),
  },
  examples: [
    { line: 'user create ann@example.com --role admin', what: 'Somebody who runs the gateway with you:' },
    { line: 'user create bob@example.com --password-stdin < password.txt', what: 'With a known password:' },
  ],
  run: async ({ args: [email], options: { role = 'member', passwordStdin } }, admin, output) => {
    const password = passwordStdin ? await readSecret('--password-stdin') : undefined;
    const body = { email, role, password };
    const user = (await admin.request('POST', USERS.path, body)) as UserWithPasswordView;
    output.result(user, () => [`Created the ${user.role} ${user.email}.`, ...describePassword(user)]);
  },
});
