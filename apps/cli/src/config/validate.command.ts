import { defineCommand } from '../frame/command.js';

export const configValidateCommand = defineCommand({
  name: 'config validate',
  summary: 'read a config file as a start would; ends with 78 where that would refuse it',
  args: [{ name: '[file]', description: 'the file; else the one that a start would take' }],
  examples: [
    { line: 'config validate', what: 'The file of this installation:' },
    { line: 'config validate next.yaml && mv next.yaml modelgate.yaml', what: 'Before a change counts:' },
  ],
  run: async ({ args: [file] }, output) => {
    const { validateConfig } = await import('./validate-config.js');
    validateConfig(file, output);
  },
});
