import { defineCommand } from '../frame/command.js';
import { flag } from '../frame/options.js';

export const keysRotateCommand = defineCommand({
  name: 'keys rotate',
  summary: 'encrypt every stored secret anew, with a new key, while the gateway runs',
  options: {
    existing: flag('make no new key: use the first one in MODELGATE_SECRET_KEY or its file'),
    dropFormer: flag(
      'forget the former keys once nothing needs them: ends webhooks and links signed with them',
    ),
  },
  examples: [
    { line: 'keys rotate', what: 'A new key; the former one stays beside it:' },
    {
      line: 'keys rotate --existing --drop-former',
      what: 'Later, when receivers of webhooks have their new secrets:',
    },
  ],
  run: async ({ options }, output) => {
    const { rotateKeys } = await import('./rotate-keys.js');
    return rotateKeys(options, output);
  },
});
