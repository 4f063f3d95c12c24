import { type TokenView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { withCleared } from '../frame/clearing.js';
import { defineAdminCommand } from '../frame/command.js';
import { list, text } from '../frame/options.js';
import { TOKEN_OPTIONS, tokenSettings } from './token-options.js';
import { TOKENS } from './tokens.js';

const CLEARABLE = [
  'owner',
  'models',
  'rpm',
  'tpm',
  'concurrency',
  'requests_per_day',
  'budget',
  'expires_at',
  'allowed_ips',
  'webhook',
  'cache_ttl_seconds',
  'store_content',
];

export const tokenUpdateCommand = defineAdminCommand({
  name: 'token update',
  summary: 'change what a token may do; what is not named stays as it is',
  args: [{ name: '<name>', description: 'its name, or its id' }],
  options: {
    rename: text('<name>', 'what it is called from now on'),
    ...TOKEN_OPTIONS,
    clear: list('<settings>', 'what it no longer has: rpm, models, budget, expires-at, …'),
  },
  examples: [
    { line: 'token update ci --rpm 120 --models gpt-5-mini,gpt-5', what: 'More than before:' },
    { line: 'token update ci --clear expires-at,allowed-ips', what: 'Without an end, from everywhere:' },
  ],
  run: async ({ args: [name = ''], options: { rename, clear, ...options } }, admin, output) => {
    const body = withCleared({ name: rename, ...tokenSettings(options) }, clear, CLEARABLE);
    const { id } = await findNamed(admin, TOKENS, name);
    const token = (await admin.request('PATCH', `${TOKENS.path}/${id}`, body)) as TokenView;
    output.result(token, () => [`Changed the token ${token.name}. Running processes know within a second.`]);
  },
});
