import { defineCommand } from '../frame/command.js';

export const configValidateCommand = defineCommand({
  name: 'config validate',
  summary: 'validate a config file; exits with 78 if it is invalid',
  args: [{ name: '[file]', description: 'the config file (default: the one used at start)' }],
  examples: [
    { line: 'config validate', what: 'The file of this installation:' },
    { line: 'config validate next.yaml && mv next.yaml modelgate.yaml', what: 'Before replacing the file:' },
  ],
  run: async ({ args: [file] }, output) => {
    const { validateConfig } = await import('./validate-config.js');
    validateConfig(file, output);
  },
});
