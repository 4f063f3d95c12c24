import { type ConfigStateView } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { choice } from '../frame/options.js';

type Override = ConfigStateView['overrides'][number];

export const configClearOverrideCommand = defineAdminCommand({
  name: 'config clear-override',
  summary: 'let the config file count again for a channel or token that was switched against it',
  args: [{ name: '<name>', description: 'its name, or its id' }],
  options: { kind: choice('what it is, where a channel and a token have this name', ['channel', 'token']) },
  examples: [{ line: 'config clear-override ci', what: 'When the incident is over:' }],
  run: async ({ args: [name = ''], options: { kind } }, admin, output) => {
    const { overrides } = (await admin.request('GET', '/api/config')) as ConfigStateView;
    const override = findOverride(overrides, name, kind);
    const state = (await admin.request('DELETE', `/api/config/overrides/${override.id}`)) as ConfigStateView;
    const says = override.declared ? 'enabled' : 'disabled';
    output.result(state, () => [`The ${override.kind} ${override.name} is ${says} again, as the file says.`]);
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
      ? `Nothing called "${name}" was switched against the config file.`
      : `"${name}" is a channel and a token: say which with --kind.`;
  throw new CommandFailure(message, exitCodes.notFound);
}
