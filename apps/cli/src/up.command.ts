import { defineCommand } from './frame/command.js';

export const upCommand = defineCommand({
  name: 'up',
  summary: 'run the API, the worker and, unless DATABASE_URL is set, the embedded database',
  examples: [{ line: 'up', what: 'This is what "npm start" runs; stop it with Ctrl-C:' }],
  json: false,
  run: async () => {
    const { runEverything } = await import('./run-everything.js');
    return runEverything();
  },
});
