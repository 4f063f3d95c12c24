import { defineCommand } from '../frame/command.js';
import { text } from '../frame/options.js';

export const configExportCommand = defineCommand({
  name: 'config export',
  summary: 'write a config file that declares what this installation has, with secrets as ${NAME}',
  options: {
    out: text('<file>', 'write it there instead of to stdout'),
    secrets: text('<file>', 'write NAME=value for each secret there, readable by you alone'),
  },
  examples: [
    {
      line: 'config export > modelgate.yaml',
      what: 'To keep what was made in the console under version control:',
    },
    {
      line: 'config export --out modelgate.yaml --secrets modelgate.env',
      what: 'To move to another machine, secrets and all:',
    },
  ],
  run: async ({ options }, output) => {
    const { exportConfigFile } = await import('./export-config-file.js');
    await exportConfigFile(options, output);
  },
});
