import { defineCommand } from '../frame/command.js';
import { text } from '../frame/options.js';

export const auditVerifyCommand = defineCommand({
  name: 'audit verify',
  summary: 'verify the hash chain of the audit log; exits with 1 if an entry was changed',
  options: {
    head: text('<seq:hash>', 'the last entry of an earlier check; also detects entries removed since then'),
  },
  examples: [
    {
      line: 'audit verify --head "$(cat audit-head)" || alert',
      what: 'Against a head stored elsewhere:',
    },
  ],
  run: async ({ options: { head } }, output) => {
    const { verifyAuditLog } = await import('./verify-audit-log.js');
    return verifyAuditLog(head, output);
  },
});
