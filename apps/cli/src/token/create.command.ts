import { type IssuedTokenView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { TOKEN_OPTIONS, toTokenSettings } from './token-options.js';
import { TOKENS } from './tokens.js';

export const tokenCreateCommand = defineAdminCommand({
  name: 'token create',
  summary: 'create an API token and print its key, which is shown only once',
  args: [{ name: '<name>', description: 'name, as shown in lists and reports' }],
  options: TOKEN_OPTIONS,
  examples: [
    {
      line: 'token create ci --models gpt-5-mini --rpm 60 --budget-usd 20 --budget-period monthly',
      what: 'For a build server:',
    },
    { line: 'token create laptop --owner ann@example.com --json | jq -r .key', what: 'Only its key:' },
  ],
  run: async ({ args: [name], options }, admin, output) => {
    const body = { name, ...toTokenSettings(options) };
    const token = (await admin.request('POST', TOKENS.path, body)) as IssuedTokenView;
    output.result(token, () => [`Created the token ${token.name}.`, `Key (shown only once): ${token.key}`]);
  },
});
