import { type ConfigExportView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { flag, text } from '../frame/options.js';

export const configExportCommand = defineAdminCommand({
  name: 'config export',
  summary: 'export the configuration as a config file, with secrets as ${NAME}',
  options: {
    all: flag('export everything from the database, including entries of the config file, without its text'),
    out: text('<file>', 'output file (default: stdout)'),
    secrets: text('<file>', 'file for the secrets as NAME=value, with mode 0600; not with --server'),
  },
  examples: [
    {
      line: 'config export > modelgate.yaml',
      what: 'To put changes made in the console under version control:',
    },
    {
      line: 'config export --all --out modelgate.yaml --secrets modelgate.env',
      what: 'To move to another machine, including secrets:',
    },
  ],
  run: async ({ options: { all, out, secrets } }, admin, output) => {
    const query = { all, secrets: secrets !== undefined };
    const exported = (await admin.request('GET', '/api/config/export', undefined, query)) as ConfigExportView;
    const { composeExport, writeExport } = await import('./write-export.js');
    const config = composeExport(exported, all);
    writeExport(
      { config, secrets: exported.secrets as Record<string, string> | undefined },
      { out, secrets },
    );
    const { variables } = exported;
    output.result({ config, variables }, () =>
      out === undefined ? [config.trimEnd()] : [`Written to ${out}.`],
    );
    if (variables.length > 0 && secrets === undefined)
      output.note(`Required environment variables:  ${variables.join(', ')}`);
  },
});
