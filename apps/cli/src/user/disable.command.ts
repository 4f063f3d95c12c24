import { defineAdminCommand } from '../frame/command.js';
import { setDisabled } from './set-disabled.js';

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
