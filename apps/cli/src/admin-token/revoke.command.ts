import { type AdminTokenView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { ADMIN_TOKENS, findAdminToken } from './admin-tokens.js';

export const adminTokenRevokeCommand = defineAdminCommand({
  name: 'admin-token revoke',
  summary: 'revoke an admin token permanently, effective immediately',
  args: [{ name: '<name>', description: 'name or id' }],
  examples: [{ line: 'admin-token revoke deploy', what: 'A key has leaked:' }],
  run: async ({ args: [name = ''] }, admin, output) => {
    const { id } = await findAdminToken(admin, name);
    const token = (await admin.request('DELETE', `${ADMIN_TOKENS}/${id}`)) as AdminTokenView;
    output.result(token, () => [`Revoked the admin token ${token.name}.`]);
  },
});
