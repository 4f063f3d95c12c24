import { defineCommand } from './frame/command.js';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'bring the database to the current schema',
  examples: [{ line: 'migrate', what: 'Before new processes are started, where that is done by hand:' }],
  run: async (_input, output) => {
    const { migrate } = await import('./migrate-database.js');
    await migrate(output);
  },
});
