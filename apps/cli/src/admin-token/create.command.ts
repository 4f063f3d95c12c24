import { type IssuedAdminTokenView } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { list, text } from '../frame/options.js';
import { ADMIN_TOKENS } from './admin-tokens.js';

export const adminTokenCreateCommand = defineAdminCommand({
  name: 'admin-token create',
  summary: 'create a token for the admin API and print its key, which is shown only once',
  args: [{ name: '<name>', description: 'name of the token, as shown in lists and the audit log' }],
  options: {
    scopes: list('<scopes>', 'permissions, such as tokens:read,usage:read; * grants all'),
    expiresAt: text('<time>', 'expiry time, such as 2030-01-01T00:00:00Z'),
  },
  examples: [
    { line: 'admin-token create deploy --scopes config:read,config:write', what: 'For a pipeline:' },
    { line: `admin-token create ops --scopes '*' --json | jq -r .key`, what: 'Only its key:' },
  ],
  run: async ({ args: [name], options: { scopes, expiresAt } }, admin, output) => {
    if (scopes === undefined) throw new CommandFailure('--scopes is required.', exitCodes.usage);
    const body = { name, scopes, expires_at: expiresAt };
    const token = (await admin.request('POST', ADMIN_TOKENS, body)) as IssuedAdminTokenView;
    output.result(token, () => [
      `Created the admin token ${token.name}.`,
      `Key (shown only once): ${token.key}`,
    ]);
  },
});
