import { defineCommand } from '../frame/command.js';

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'write database, generated files and unstored usage into a new folder, while the gateway runs',
  args: [{ name: '<folder>', description: 'a folder that is empty or does not exist yet' }],
  examples: [{ line: 'backup /backups/$(date +%F)', what: 'Every night; keep the secret key elsewhere:' }],
  run: async ({ args: [folder = ''] }, output) => {
    const { makeBackup } = await import('./make-backup.js');
    await makeBackup(folder, output);
  },
});
