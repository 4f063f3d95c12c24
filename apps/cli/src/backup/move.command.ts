import { defineCommand } from '../frame/command.js';
import { text } from '../frame/options.js';

export const moveCommand = defineCommand({
  name: 'move',
  summary: 'copy the embedded database to an external Postgres while the gateway is stopped',
  options: { to: text('<url>', 'the address of an empty database, or - to read it from stdin') },
  examples: [
    {
      line: 'move --to - < database-url',
      what: 'Read the address from a file, because it contains a password:',
    },
  ],
  run: async ({ options: { to } }, output) => {
    const { moveDatabase } = await import('./move-database.js');
    return moveDatabase(to, output);
  },
});
