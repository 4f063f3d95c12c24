import { type ConfigStateView } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { choice } from '../frame/options.js';

type Override = ConfigStateView['overrides'][number];

export const configClearOverrideCommand = defineAdminCommand({
  name: 'config clear-override',
  summary: 'remove the override of a channel or token, so that the config file applies again',
  args: [{ name: '<name>', description: 'name or id' }],
  options: { kind: choice('the kind, if a channel and a token have the same name', ['channel', 'token']) },
  examples: [{ line: 'config clear-override ci', what: 'After an incident:' }],
  run: async ({ args: [name = ''], options: { kind } }, admin, output) => {
    const { overrides } = (await admin.request('GET', '/api/config')) as ConfigStateView;
    const override = findOverride(overrides, name, kind);
    const state = (await admin.request('DELETE', `/api/config/overrides/${override.id}`)) as ConfigStateView;
    const stateName = override.declared ? 'enabled' : 'disabled';
    output.result(state, () => [
      `The ${override.kind} ${override.name} is ${stateName} again, as in the config file.`,
    ]);
  },
});

function findOverride(overrides: readonly Override[], name: string, kind: string | undefined): Override {
  const found = overrides.filter(
    (each) => (each.name === name || each.id === name) && (kind === undefined || each.kind === kind),
  );
  const [override] = found;
  if (override !== undefined && found.length === 1) return override;
  const message =
    override === undefined
      ? `No override named "${name}" was found.`
      : `"${name}" matches a channel and a token. Use --kind.`;
  throw new CommandFailure(message, exitCodes.notFound);
}
