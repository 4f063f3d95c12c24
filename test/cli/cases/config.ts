import { expect } from '@jest/globals';
import { type CommandCases } from './command-case.js';
import { type Stage } from './stage.js';

const FILE =
  'channels:\n  - name: main\n    provider: openai\n    apiKey: ${MAIN_KEY}\n    models: [gpt-5-mini]\n';

export const configCases: CommandCases = {
  'config validate': ({ write }) => ({
    human: { args: [write('modelgate.yaml', FILE)], prints: [/modelgate\.yaml: valid\.\n$/] },
    json: { args: ['modelgate.yaml'], gives: { valid: true } },
    refusal: { args: ['gone.yaml'], exitCode: 78, says: '"gone.yaml" cannot be read (ENOENT)' },
  }),

  'config diff': () => ({
    human: {
      exitCode: 2,
      prints: [/^Generation 1 is active since .* \(start on .*\)\.$/m, /^token +test +disabled +-$/m],
    },
    json: {
      args: ['modelgate.yaml'],
      exitCode: 2,
      gives: {
        drift: true,
        changes: expect.arrayContaining([expect.objectContaining({ kind: 'channel', name: 'main' })]),
      },
    },
    refusal: { args: ['gone.yaml'], exitCode: 78, says: '"gone.yaml" cannot be read (ENOENT)' },
  }),

  'config apply': ({ elsewhere, write, harness }) => ({
    human: {
      args: ['modelgate.yaml', '--dry-run'],
      environment: { DATABASE_URL: elsewhere.url },
      prints: [/^channel +main +created +-$/m, /would change\. Nothing was changed\.\n/],
      proves: () => switchToken(harness),
    },
    json: {
      args: ['modelgate.yaml', '--dry-run', '--allow-disable'],
      gives: {
        dry_run: true,
        changes: expect.arrayContaining([
          expect.objectContaining({ kind: 'token', name: 'test', change: 'disabled' }),
        ]),
      },
    },
    refusal: {
      args: [write('wrong.yaml', 'channels:\n  - name: main\n    provder: openai\n')],
      exitCode: 78,
      says: 'wrong.yaml:3: channels[0].provder: ',
    },
  }),

  'config clear-override': ({ harness }) => ({
    human: {
      args: ['test'],
      prints: [/^The token test is enabled again, as in the config file\.\n$/],
      proves: () => switchToken(harness),
    },
    json: { args: ['test', '--kind', 'token'], gives: { overrides: [] } },
    refusal: { args: ['ghost'], exitCode: 66, says: 'No override named "ghost" was found' },
  }),

  'config export': ({ write }) => ({
    human: { prints: [/"apiKey": "\$\{CHANNEL_MAIN_API_KEY\}"/] },
    json: {
      args: ['--all'],
      gives: { variables: expect.arrayContaining(['CHANNEL_MAIN_API_KEY']) },
    },
    refusal: {
      args: ['--out', write('taken.yaml', '{}')],
      exitCode: 1,
      says: 'taken.yaml already exists',
    },
  }),
};

/** As an administrator does who revokes a token of the config file. */
async function switchToken({ gateway }: Stage['harness']): Promise<void> {
  await gateway.database.query(
    `INSERT INTO config_overrides (entry_id, kind, enabled, declared, set_by)
     SELECT id, 'token', false, true, 'a test' FROM tokens WHERE name = 'test'`,
  );
}
