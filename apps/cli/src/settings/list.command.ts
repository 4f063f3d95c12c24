import { type SettingsView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { type Column } from '../frame/table.js';
import { SETTINGS, type Setting, listSettings } from './settings.js';

const COLUMNS: Column<Setting>[] = [
  { title: 'SETTING', value: ({ key }) => key },
  { title: 'VALUE', value: ({ value }) => JSON.stringify(value) },
  {
    title: 'SOURCE',
    value: ({ source }) => source,
    style: ({ source }) => (source === 'default' ? 'faint' : undefined),
  },
];

export const settingsListCommand = defineAdminCommand({
  name: 'settings list',
  summary: 'list runtime settings and their sources',
  examples: [
    { line: 'settings list', what: 'All entries:' },
    { line: `settings list --json | jq '.values.usage.retention_days'`, what: 'A single setting:' },
  ],
  run: async (_input, admin, output) => {
    const settings = (await admin.request('GET', SETTINGS)) as SettingsView;
    output.result(settings, () => output.table(COLUMNS, listSettings(settings)));
  },
});
