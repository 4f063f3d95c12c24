import { type SettingsView } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { SETTINGS, listSettings } from './settings.js';

export const settingsSetCommand = defineAdminCommand({
  name: 'settings set',
  summary: 'change a setting while the gateway runs; null brings back what is usual',
  args: [
    { name: '<setting>', description: 'its name, such as usage.retention_days' },
    { name: '<value>', description: 'a number, true, false, null, a text, or JSON' },
  ],
  examples: [
    { line: 'settings set usage.retention_days 30', what: 'Keep single requests for a month:' },
    {
      line: `settings set budgets.global '{"usd":1000,"period":"monthly"}'`,
      what: 'For everybody together:',
    },
  ],
  run: async ({ args: [key = '', written = ''] }, admin, output) => {
    const [section = '', name] = key.split('.');
    if (section === '' || name === undefined || name === '')
      throw new CommandFailure(`"${key}" is no setting: modelgate settings list`, exitCodes.usage);
    const body = { [section]: { [name]: toValue(written) } };
    const settings = (await admin.request('PATCH', SETTINGS, body)) as SettingsView;
    const setting = listSettings(settings).find((each) => each.key === key);
    output.result(setting ?? settings, () => [
      `${key} is ${JSON.stringify(setting?.value)} now, everywhere.`,
    ]);
  },
});

/** What is no JSON is a text. */
function toValue(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
