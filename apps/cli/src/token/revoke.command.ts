import { type TokenView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { describeOverride } from '../config/describe-override.js';
import { defineAdminCommand } from '../frame/command.js';
import { TOKENS } from './tokens.js';

export const tokenRevokeCommand = defineAdminCommand({
  name: 'token revoke',
  summary: 'revoke a token permanently; it stays in lists and reports',
  args: [{ name: '<name>', description: 'name or id' }],
  examples: [{ line: 'token revoke ci', what: 'A key has leaked:' }],
  run: async ({ args: [name = ''] }, admin, output) => {
    const { id } = await findNamed(admin, TOKENS, name);
    const token = (await admin.request('DELETE', `${TOKENS.path}/${id}`)) as TokenView;
    output.result(token, () => [
      `Revoked the token ${token.name}. It becomes invalid within a second.`,
      ...describeOverride(token),
    ]);
  },
});
