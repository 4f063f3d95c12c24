import { defineCommand } from '../frame/command.js';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'check the installation and print how to fix problems; exits with 1 if a check fails',
  examples: [
    { line: 'doctor', what: 'Find problems:' },
    { line: 'doctor --json | jq \'.findings[] | select(.status != "ok")\'', what: 'Only problems:' },
  ],
  run: async (_input, output) => {
    const { examine } = await import('./examine.js');
    return examine(output);
  },
});
