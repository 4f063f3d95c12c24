import { type IssuedTokenView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { defineAdminCommand } from '../frame/command.js';
import { showTime } from '../frame/format.js';
import { number } from '../frame/options.js';
import { TOKENS } from './tokens.js';

export const tokenRotateCommand = defineAdminCommand({
  name: 'token rotate',
  summary: 'give a token a new key, which is shown once; the old one goes on for a while',
  args: [{ name: '<name>', description: 'its name, or its id' }],
  options: {
    graceSeconds: number(
      '<seconds>',
      'how long the old key can still be used: a day if left out, 30 at most',
    ),
  },
  examples: [
    { line: 'token rotate ci', what: 'A new key, and a day to hand it out:' },
    { line: 'token rotate ci --grace-seconds 0', what: 'A key has leaked:' },
  ],
  run: async ({ args: [name = ''], options: { graceSeconds } }, admin, output) => {
    const { id } = await findNamed(admin, TOKENS, name);
    const body = { grace_seconds: graceSeconds };
    const token = (await admin.request('POST', `${TOKENS.path}/${id}/rotate`, body)) as IssuedTokenView;
    output.result(token, () => [
      `The token ${token.name} has a new key, which is shown only now: ${token.key}`,
      token.old_key === null
        ? 'Running processes refuse the old key within a second.'
        : `The old key can be used until ${showTime(token.old_key.valid_until)}.`,
    ]);
  },
});
