import { defineCommand } from '../frame/command.js';
import { choice } from '../frame/options.js';

export const mediaMoveCommand = defineCommand({
  name: 'media move',
  summary: 'move generated files from the data folder to S3, or back, while the gateway runs',
  options: {
    to: choice('destination (default: media.store)', ['s3', 'folder']),
  },
  examples: [
    { line: 'media move', what: 'After changing media.store and restarting all processes:' },
    { line: 'media move --to folder', what: 'Back to the data folder:' },
  ],
  run: async ({ options }, output) => {
    const { runMediaMove } = await import('./move-media.js');
    return runMediaMove(options, output);
  },
});
