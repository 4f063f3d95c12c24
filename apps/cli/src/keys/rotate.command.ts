import { defineCommand } from '../frame/command.js';
import { flag } from '../frame/options.js';

export const keysRotateCommand = defineCommand({
  name: 'keys rotate',
  summary: 're-encrypt all stored secrets with a new key while the gateway runs',
  options: {
    existing: flag('use the first key of MODELGATE_SECRET_KEY or its file instead of a new one'),
    dropFormer: flag(
      'remove former keys when they are no longer needed; webhooks and links signed with them become invalid',
    ),
  },
  examples: [
    { line: 'keys rotate', what: 'Create a new key and keep the former one:' },
    {
      line: 'keys rotate --existing --drop-former',
      what: 'Later, when webhook receivers have their new secrets:',
    },
  ],
  run: async ({ options }, output) => {
    const { rotateKeys } = await import('./rotate-keys.js');
    return rotateKeys(options, output);
  },
});
