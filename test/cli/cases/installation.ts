import { expect } from '@jest/globals';
import { type CommandCases } from './command-case.js';

const UNREACHABLE = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

export const installationCases: CommandCases = {
  up: ({ elsewhere }) => ({
    human: {
      environment: { DATABASE_URL: elsewhere.url },
      interruptAfter: 'Modelgate is ready.',
      prints: [/^Modelgate is ready\.$/m, /^Stopped\.\n$/m],
    },
    refusal: {
      environment: { DATABASE_URL: 'mysql://x' },
      exitCode: 78,
      says: 'DATABASE_URL: the value is not a postgres://',
    },
  }),

  migrate: ({ emptyDatabase }) => ({
    human: {
      environment: { DATABASE_URL: emptyDatabase.url },
      prints: [/^Applied CreateAccessAndCatalog/m],
    },
    json: { environment: { DATABASE_URL: emptyDatabase.url }, gives: { applied: [] } },
    refusal: { environment: UNREACHABLE, exitCode: 69, says: 'The database does not answer: ' },
  }),

  doctor: () => ({
    human: {
      prints: [
        /^CHECK +STATUS +FOUND$/m,
        /^database +ok +its schema is up to date/m,
        /^secret key +ok +opens what is stored$/m,
        /, 0 failed\n$/,
      ],
    },
    json: { gives: { findings: expect.arrayContaining([expect.objectContaining({ check: 'queue' })]) } },
    refusal: { args: ['now'], exitCode: 2, says: "too many arguments for 'doctor'" },
  }),

  completion: () => ({
    human: { args: ['bash'], prints: [/^complete .* modelgate$/m] },
    refusal: { args: ['tcsh'], exitCode: 2, says: 'Allowed choices are bash, zsh, fish.' },
  }),

  'ledger verify': ({ elsewhere, tasks: { failed } }) => ({
    human: {
      exitCode: 1,
      prints: [
        /^RULE +SUBJECT +DETAIL$/m,
        // Whoever let it fail has left the money where it was.
        new RegExp(`^a hold lasts no longer than its task +${failed} `, 'm'),
        /\n\nChecked \d+ transactions and \d+ accounts: 1 difference\.\n$/,
      ],
    },
    json: { environment: { DATABASE_URL: elsewhere.url }, gives: { faults: [] } },
    refusal: { environment: UNREACHABLE, exitCode: 69, says: 'The database does not answer: ' },
  }),

  'audit verify': () => ({
    human: { prints: [/^Checked [1-9]\d* entries: all is right\.$/m, /--head \d+:[0-9a-f]{64}\n$/] },
    json: { gives: { faults: [], head: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } } },
    refusal: { args: ['--head', 'none'], exitCode: 2, says: '--head: "none" is not the number of an entry' },
  }),

  'keys rotate': () => ({
    human: { args: ['--existing'], prints: [/^channels +0 +0$/m, /^No former key is kept\.$/m] },
    json: { args: ['--existing', '--drop-former'], gives: { former_keys: 0 } },
    refusal: {
      environment: { MODELGATE_SECRET_KEY_FILE: '', MODELGATE_SECRET_KEY: SECRET_KEY },
      exitCode: 78,
      says: 'put it into a file and name that in MODELGATE_SECRET_KEY_FILE',
    },
  }),
};
