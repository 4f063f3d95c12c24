import { defineCommand } from '../frame/command.js';

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'restore a backup into an empty database and data folder, and verify it',
  args: [{ name: '<folder>', description: 'the folder written by "modelgate backup"' }],
  examples: [
    {
      line: 'restore /backups/2030-01-01',
      what: 'With the secret key of that time in MODELGATE_SECRET_KEY_FILE, and DATABASE_URL of an empty database:',
    },
  ],
  run: async ({ args: [folder = ''] }, output) => {
    const { restoreBackup } = await import('./restore-backup.js');
    return restoreBackup(folder, output);
  },
});
