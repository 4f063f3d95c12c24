import { type ConfigAppliedView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { counted } from '../frame/format.js';
import { flag } from '../frame/options.js';
import { type Output } from '../frame/output.js';
import { describeChanges, describeOverrides } from './config-changes.js';

/** What the admin API wants to be told, and how that is written here. */
const ALLOWING: Readonly<Record<string, string>> = {
  allow_disable: '--allow-disable',
  allow_older: '--allow-older',
};

export const configApplyCommand = defineAdminCommand({
  name: 'config apply',
  summary:
    'make channels, models, owners and tokens what a config file says, as a start does, without a restart',
  args: [{ name: '[file]', description: 'the file; else the one that a start would take' }],
  options: {
    dryRun: flag('say what would change, and change nothing'),
    allowDisable: flag('also where it disables more than may happen by accident'),
    allowOlder: flag('also a file whose generation is not higher than the one that counts'),
  },
  examples: [
    { line: 'config apply --dry-run', what: 'What a change to the file would do:' },
    { line: 'config apply modelgate.yaml', what: 'Let it count, on every process within a second:' },
    { line: 'config apply last-week.yaml --allow-older', what: 'Go back to a file that was replaced:' },
  ],
  run: async ({ args: [file], options: { dryRun, allowDisable, allowOlder } }, admin, output) => {
    const { readOwnFile } = await import('./require-config-file.js');
    const applied = await apply(admin, {
      ...(await readOwnFile(file)),
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
  const { AdminRefusal } = await import('../admin/answering-admin.js');
  try {
    return (await admin.request('POST', '/api/config/apply', body)) as ConfigAppliedView;
  } catch (error) {
    const option = error instanceof AdminRefusal ? ALLOWING[error.param ?? ''] : undefined;
    if (!(error instanceof AdminRefusal) || option === undefined) throw error;
    throw new CommandFailure(
      `${error.message} Nothing was changed; ${option} applies it all the same.`,
      exitCodes.failure,
    );
  }
}

function describe(applied: ConfigAppliedView, output: Output): string[] {
  const { changes, overrides, refusal, dry_run: dryRun, issued_tokens: issued, current } = applied;
  const count = counted(changes.length, 'entry', 'entries');
  const keys = issued.map(({ name, key }) => `The key of ${name}, which is shown only now: ${key}`);
  const lines =
    changes.length === 0
      ? ['Everything is as the file says; nothing was changed.']
      : [
          ...describeChanges(changes, output),
          '',
          ...keys,
          dryRun
            ? `${count} would change; nothing was changed.`
            : `${count} changed. Running processes know within a second. This is generation ${current?.generation}.`,
        ];
  return [
    ...lines,
    ...(refusal === null ? [] : [`Without ${getOption(refusal)} it is refused: ${refusal.message}`]),
    ...describeOverrides(overrides, output),
  ];
}

function getOption({ reason }: NonNullable<ConfigAppliedView['refusal']>): string {
  return reason === 'disables' ? '--allow-disable' : '--allow-older';
}
