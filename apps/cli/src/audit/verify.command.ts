import { defineCommand } from '../frame/command.js';
import { text } from '../frame/options.js';

export const auditVerifyCommand = defineCommand({
  name: 'audit verify',
  summary: 'recompute the chain of the audit log; ends with 1 where anything is not as it was written',
  options: {
    head: text('<seq:hash>', 'the last entry at an earlier check: finds also what was cut off since'),
  },
  examples: [
    {
      line: 'audit verify --head "$(cat audit-head)" || alert',
      what: 'Against a head that was kept elsewhere:',
    },
  ],
  run: async ({ options: { head } }, output) => {
    const { verifyAuditLog } = await import('./verify-audit-log.js');
    return verifyAuditLog(head, output);
  },
});
