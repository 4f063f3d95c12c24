import { type TokenView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { composePatch } from '../frame/clearing.js';
import { defineAdminCommand } from '../frame/command.js';
import { list, text } from '../frame/options.js';
import { CLEARABLE_SETTINGS, TOKEN_OPTIONS, toTokenSettings } from './token-options.js';
import { TOKENS } from './tokens.js';

export const tokenUpdateCommand = defineAdminCommand({
  name: 'token update',
  summary: 'change the given settings of a token',
  args: [{ name: '<name>', description: 'name or id' }],
  options: {
    rename: text('<name>', 'new name'),
    ...TOKEN_OPTIONS,
    clear: list('<settings>', 'settings to remove: rpm, models, budget, expires-at, …'),
  },
  examples: [
    { line: 'token update ci --rpm 120 --models gpt-5-mini,gpt-5', what: 'Raise the limits:' },
    {
      line: 'token update ci --clear expires-at,allowed-ips',
      what: 'Remove the expiry and the IP allow-list:',
    },
  ],
  run: async ({ args: [name = ''], options: { rename, clear, ...options } }, admin, output) => {
    const body = composePatch({ name: rename, ...toTokenSettings(options) }, clear, CLEARABLE_SETTINGS);
    const { id } = await findNamed(admin, TOKENS, name);
    const token = (await admin.request('PATCH', `${TOKENS.path}/${id}`, body)) as TokenView;
    output.result(token, () => [`Changed the token ${token.name}. The change takes effect within a second.`]);
  },
});
