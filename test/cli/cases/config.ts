import { expect } from '@jest/globals';
import { type CommandCases } from './command-case.js';

const FILE =
  'channels:\n  - name: main\n    provider: openai\n    apiKey: ${MAIN_KEY}\n    models: [gpt-5-mini]\n';

export const configCases: CommandCases = {
  'config validate': ({ write }) => ({
    human: { args: [write('modelgate.yaml', FILE)], prints: [/modelgate\.yaml: all is right\.\n$/] },
    json: { args: ['modelgate.yaml'], gives: { valid: true } },
    refusal: { args: ['gone.yaml'], exitCode: 78, says: '"gone.yaml" cannot be read (ENOENT)' },
  }),

  'config apply': ({ elsewhere, write }) => ({
    human: {
      args: ['modelgate.yaml', '--dry-run'],
      environment: { DATABASE_URL: elsewhere.url },
      prints: [/^channel +main +created +-$/m, /would change; nothing was changed\.\n$/],
    },
    json: {
      args: ['modelgate.yaml'],
      environment: { DATABASE_URL: elsewhere.url },
      gives: {
        dry_run: false,
        changes: expect.arrayContaining([{ kind: 'channel', name: 'main', change: 'created', fields: [] }]),
      },
    },
    refusal: {
      args: [write('wrong.yaml', 'channels:\n  - name: main\n    provder: openai\n')],
      exitCode: 78,
      says: 'wrong.yaml:3: channels[0].provder: ',
    },
  }),

  'config export': ({ write }) => ({
    human: { prints: [/apiKey: "\$\{CHANNEL_MAIN_API_KEY\}"/] },
    json: { gives: { variables: expect.arrayContaining(['CHANNEL_MAIN_API_KEY']) } },
    refusal: {
      args: ['--out', write('taken.yaml', '{}')],
      exitCode: 1,
      says: 'taken.yaml exists already',
    },
  }),
};
