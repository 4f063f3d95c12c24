import { type ConfigDiffView } from '#admin';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { counted, showTime } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { describeChanges, describeOverrides } from './config-changes.js';

export const configDiffCommand = defineAdminCommand({
  name: 'config diff',
  summary: 'compare a config file with what is stored; ends with 2 where they differ',
  args: [{ name: '[file]', description: 'the file; else the one that a start would take' }],
  examples: [
    { line: 'config diff', what: 'What would applying the file change, and what was switched against it?' },
    { line: 'config diff || alert', what: 'On a schedule:' },
  ],
  run: async ({ args: [file] }, admin, output) => {
    const { readOwnFile } = await import('./require-config-file.js');
    const diff = (await admin.request('POST', '/api/config/diff', await readOwnFile(file))) as ConfigDiffView;
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
  const since =
    current === null
      ? 'No config file was applied yet.'
      : `Generation ${current.generation} counts since ${showTime(current.applied_at)} (${current.applied_by}).`;
  if (!hasDrift) return [since, 'Everything is as the file says.', ...describeOverrides(overrides, output)];
  const count = counted(changes.length, 'entry', 'entries');
  return [
    since,
    ...(changes.length === 0
      ? []
      : [`To apply the file would change ${count}, from what is stored to what it says:`]),
    ...describeChanges(changes, output),
    ...(refusal === null ? [] : [refusal.message]),
    ...describeOverrides(overrides, output),
  ];
}
