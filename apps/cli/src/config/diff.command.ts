import { type ConfigDiffView } from '#admin';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { formatCount, showTime } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { describeChanges, describeOverrides } from './config-changes.js';

export const configDiffCommand = defineAdminCommand({
  name: 'config diff',
  summary: 'compare a config file with the stored configuration; exits with 2 if they differ',
  args: [{ name: '[file]', description: 'the config file (default: the one used at start)' }],
  examples: [
    { line: 'config diff', what: 'Show pending changes and overrides:' },
    { line: 'config diff || alert', what: 'On a schedule:' },
  ],
  run: async ({ args: [file] }, admin, output) => {
    const { readLocalConfig } = await import('./require-config-file.js');
    const diff = (await admin.request(
      'POST',
      '/api/config/diff',
      await readLocalConfig(file),
    )) as ConfigDiffView;
    const hasDrift =
      diff.changes.length > 0 || diff.overrides.some(({ enabled, declared }) => enabled !== declared);
    const { current, refusal, changes, overrides } = diff;
    output.result({ drift: hasDrift, changes, overrides, refusal, generation: current }, () =>
      describe(diff, hasDrift, output),
    );
    return hasDrift ? exitCodes.drift : exitCodes.success;
  },
});

function describe(
  { current, changes, overrides, refusal }: ConfigDiffView,
  hasDrift: boolean,
  output: Output,
): string[] {
  const activeGeneration =
    current === null
      ? 'No config file has been applied yet.'
      : `Generation ${current.generation} is active since ${showTime(current.applied_at)} (${current.applied_by}).`;
  if (!hasDrift)
    return [activeGeneration, 'The configuration matches the file.', ...describeOverrides(overrides, output)];
  const count = formatCount(changes.length, 'entry', 'entries');
  return [
    activeGeneration,
    ...(changes.length === 0 ? [] : [`Applying the file would change ${count}:`]),
    ...describeChanges(changes, output),
    ...(refusal === null ? [] : [refusal.message]),
    ...describeOverrides(overrides, output),
  ];
}
