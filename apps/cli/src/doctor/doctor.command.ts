import { defineCommand } from '../frame/command.js';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary:
    'look at everything this installation stands on, and say what to do; ends with 1 where anything fails',
  examples: [
    { line: 'doctor', what: 'When something does not work:' },
    { line: 'doctor --json | jq \'.findings[] | select(.status != "ok")\'', what: 'Only what is not right:' },
  ],
  run: async (_input, output) => {
    const { examine } = await import('./examine.js');
    return examine(output);
  },
});
