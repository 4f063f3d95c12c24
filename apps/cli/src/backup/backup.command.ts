import { defineCommand } from '../frame/command.js';

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'back up the database, generated files and usage spool to a new folder while the gateway runs',
  args: [{ name: '<folder>', description: 'an empty or new folder' }],
  examples: [{ line: 'backup /backups/$(date +%F)', what: 'Every night (store the secret key elsewhere):' }],
  run: async ({ args: [folder = ''] }, output) => {
    const { makeBackup } = await import('./make-backup.js');
    await makeBackup(folder, output);
  },
});
