import { type ConfigExportView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { flag, text } from '../frame/options.js';

export const configExportCommand = defineAdminCommand({
  name: 'config export',
  summary: 'write a config file that declares what this installation has, with secrets as ${NAME}',
  options: {
    all: flag('from the database alone: also what the config file declares, and nothing of its text'),
    out: text('<file>', 'write it there instead of to stdout'),
    secrets: text(
      '<file>',
      'write NAME=value for each secret there, readable by you alone; not with --server',
    ),
  },
  examples: [
    {
      line: 'config export > modelgate.yaml',
      what: 'To keep what was made in the console under version control:',
    },
    {
      line: 'config export --all --out modelgate.yaml --secrets modelgate.env',
      what: 'To move to another machine, secrets and all:',
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
      output.note(`It needs these variables: ${variables.join(', ')}`);
  },
});
