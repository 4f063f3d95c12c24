import { type SettingsView } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { SETTINGS, listSettings } from './settings.js';

export const settingsSetCommand = defineAdminCommand({
  name: 'settings set',
  summary: 'change a runtime setting; null restores the default',
  args: [
    { name: '<setting>', description: 'name of the setting, such as usage.retention_days' },
    { name: '<value>', description: 'a number, true, false, null, a string, or JSON' },
  ],
  examples: [
    { line: 'settings set usage.retention_days 30', what: 'Keep request records for 30 days:' },
    {
      line: `settings set budgets.global '{"usd":1000,"period":"monthly"}'`,
      what: 'A global budget:',
    },
  ],
  run: async ({ args: [key = '', input = ''] }, admin, output) => {
    const [section = '', name] = key.split('.');
    if (section === '' || name === undefined || name === '')
      throw new CommandFailure(
        `"${key}" is not a setting. Run "modelgate settings list" to see all settings.`,
        exitCodes.usage,
      );
    const body = { [section]: { [name]: parseValue(input) } };
    const settings = (await admin.request('PATCH', SETTINGS, body)) as SettingsView;
    const setting = listSettings(settings).find((each) => each.key === key);
    output.result(setting ?? settings, () => [`Set ${key} to ${JSON.stringify(setting?.value)}.`]);
  },
});

/** Input that is not JSON is used as a string. */
function parseValue(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
