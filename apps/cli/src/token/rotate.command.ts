import { type IssuedTokenView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { defineAdminCommand } from '../frame/command.js';
import { showTime } from '../frame/format.js';
import { number } from '../frame/options.js';
import { TOKENS } from './tokens.js';

export const tokenRotateCommand = defineAdminCommand({
  name: 'token rotate',
  summary: 'replace the key of a token; the old key stays valid for a while',
  args: [{ name: '<name>', description: 'name or id' }],
  options: {
    graceSeconds: number('<seconds>', 'how long the old key stays valid (default: one day, at most 30 days)'),
  },
  examples: [
    { line: 'token rotate ci', what: 'A new key; the old one stays valid for a day:' },
    { line: 'token rotate ci --grace-seconds 0', what: 'A key has leaked:' },
  ],
  run: async ({ args: [name = ''], options: { graceSeconds } }, admin, output) => {
    const { id } = await findNamed(admin, TOKENS, name);
    const body = { grace_seconds: graceSeconds };
    const token = (await admin.request('POST', `${TOKENS.path}/${id}/rotate`, body)) as IssuedTokenView;
    output.result(token, () => [
      `New key of the token ${token.name} (shown only once): ${token.key}`,
      token.old_key === null
        ? 'The old key becomes invalid within a second.'
        : `The old key is valid until ${showTime(token.old_key.valid_until)}.`,
    ]);
  },
});
