import { defineCommand } from './frame/command.js';

export const upCommand = defineCommand({
  name: 'up',
  summary: 'run everything: the embedded database unless DATABASE_URL is set, the API and the worker',
  examples: [{ line: 'up', what: 'What "npm start" runs; Ctrl-C stops it:' }],
  json: false,
  run: async () => {
    const { runEverything } = await import('./run-everything.js');
    return runEverything();
  },
});
