import { type ConfigAppliedView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { formatCount } from '../frame/format.js';
import { flag } from '../frame/options.js';
import { type Output } from '../frame/output.js';
import { describeChanges, describeOverrides } from './config-changes.js';

/** The option for each confirmation that the admin API requires. */
const ALLOW_OPTIONS: Readonly<Record<string, string>> = {
  allow_disable: '--allow-disable',
  allow_older: '--allow-older',
};

export const configApplyCommand = defineAdminCommand({
  name: 'config apply',
  summary: 'apply the channels, models, owners and tokens of a config file without a restart',
  args: [{ name: '[file]', description: 'the config file (default: the one used at start)' }],
  options: {
    dryRun: flag('show the changes without applying them'),
    allowDisable: flag('apply even if many entries would be disabled'),
    allowOlder: flag('apply even if the generation is not newer than the active one'),
  },
  examples: [
    { line: 'config apply --dry-run', what: 'Preview the changes:' },
    { line: 'config apply modelgate.yaml', what: 'Apply the file to all processes:' },
    { line: 'config apply last-week.yaml --allow-older', what: 'Roll back to an earlier file:' },
  ],
  run: async ({ args: [file], options: { dryRun, allowDisable, allowOlder } }, admin, output) => {
    const { readLocalConfig } = await import('./require-config-file.js');
    const applied = await apply(admin, {
      ...(await readLocalConfig(file)),
      dry_run: dryRun,
      allow_disable: allowDisable,
      allow_older: allowOlder,
    });
    const { dry_run, refusal, changes, overrides, issued_tokens, current } = applied;
    output.result({ dry_run, refusal, changes, overrides, issued_tokens, generation: current }, () =>
      describe(applied, output),
    );
  },
});

async function apply(admin: AdminClient, body: object): Promise<ConfigAppliedView> {
  const { AdminRefusal } = await import('../admin/response-parsing-admin.js');
  try {
    return (await admin.request('POST', '/api/config/apply', body)) as ConfigAppliedView;
  } catch (error) {
    const option = error instanceof AdminRefusal ? ALLOW_OPTIONS[error.param ?? ''] : undefined;
    if (!(error instanceof AdminRefusal) || option === undefined) throw error;
    throw new CommandFailure(
      `${error.message} Nothing was changed. Use ${option} to apply it anyway.`,
      exitCodes.failure,
    );
  }
}

function describe(applied: ConfigAppliedView, output: Output): string[] {
  const { changes, overrides, refusal, dry_run: dryRun, issued_tokens: issued, current } = applied;
  const count = formatCount(changes.length, 'entry', 'entries');
  const keys = issued.map(({ name, key }) => `Key of ${name} (shown only once): ${key}`);
  const lines =
    changes.length === 0
      ? ['The configuration already matches the file. Nothing was changed.']
      : [
          ...describeChanges(changes, output),
          '',
          ...keys,
          dryRun
            ? `${count} would change. Nothing was changed.`
            : `${count} changed. The change takes effect within a second. This is generation ${current?.generation}.`,
        ];
  return [
    ...lines,
    ...(refusal === null ? [] : [`This requires ${getOption(refusal)}: ${refusal.message}`]),
    ...describeOverrides(overrides, output),
  ];
}

function getOption({ reason }: NonNullable<ConfigAppliedView['refusal']>): string {
  return reason === 'disables' ? '--allow-disable' : '--allow-older';
}
