import { defineAdminCommand } from '../frame/command.js';
import { setDisabled } from './set-disabled.js';

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
