import { type IssuedAdminTokenView } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { list, text } from '../frame/options.js';
import { ADMIN_TOKENS } from './admin-tokens.js';

export const adminTokenCreateCommand = defineAdminCommand({
  name: 'admin-token create',
  summary: 'make a token to ask the admin API with; prints its key, which is never shown again',
  args: [{ name: '<name>', description: 'what it is called in lists and the audit log' }],
  options: {
    scopes: list('<scopes>', 'what it may do, such as tokens:read,usage:read; * is everything'),
    expiresAt: text('<time>', 'when it ends, such as 2030-01-01T00:00:00Z'),
  },
  examples: [
    { line: 'admin-token create deploy --scopes config:read,config:write', what: 'For a pipeline:' },
    { line: `admin-token create ops --scopes '*' --json | jq -r .key`, what: 'Only its key:' },
  ],
  run: async ({ args: [name], options: { scopes, expiresAt } }, admin, output) => {
    if (scopes === undefined) throw new CommandFailure('--scopes: say what it may do.', exitCodes.usage);
    const body = { name, scopes, expires_at: expiresAt };
    const token = (await admin.request('POST', ADMIN_TOKENS, body)) as IssuedAdminTokenView;
    output.result(token, () => [
      `Created the admin token ${token.name}.`,
      `Its key, which is shown only now: ${token.key}`,
    ]);
  },
});
