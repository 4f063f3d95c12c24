import { defineCommand } from '../frame/command.js';
import { flag } from '../frame/options.js';

export const configApplyCommand = defineCommand({
  name: 'config apply',
  summary:
    'make channels, models, owners and tokens what a config file says, as a start does, without a restart',
  args: [{ name: '[file]', description: 'the file; else the one that a start would take' }],
  options: { dryRun: flag('say what would change, and change nothing') },
  examples: [
    { line: 'config apply --dry-run', what: 'What a change to the file would do:' },
    { line: 'config apply modelgate.yaml', what: 'Let it count, on every process within a second:' },
  ],
  run: async ({ args: [file], options: { dryRun } }, output) => {
    const { applyConfig } = await import('./apply-config.js');
    await applyConfig({ file, dryRun }, output);
  },
});
