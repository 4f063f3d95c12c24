import { defineCommand } from './frame/command.js';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'update the database to the current schema',
  examples: [{ line: 'migrate', what: 'Before starting new processes, if you run migrations manually:' }],
  run: async (_input, output) => {
    const { migrate } = await import('./migrate-database.js');
    await migrate(output);
  },
});
