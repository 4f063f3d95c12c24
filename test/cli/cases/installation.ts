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
    refusal: { environment: UNREACHABLE, exitCode: 69, says: 'The database does not respond: ' },
  }),

  doctor: () => ({
    human: {
      prints: [
        /^CHECK +STATUS +FOUND$/m,
        /^database +ok +the schema is up to date/m,
        /^secret key +ok +decrypts the stored secrets$/m,
        /, 0 failed\n$/,
      ],
    },
    json: { gives: { findings: expect.arrayContaining([expect.objectContaining({ check: 'queue' })]) } },
    refusal: { args: ['now'], exitCode: 2, says: "too many arguments for 'doctor'" },
  }),

  backup: ({ installation: { place } }) => ({
    human: {
      args: ['backup-1'],
      prints: [/^Backed up \d+ rows of \d+ tables/m, /^The secret key [0-9a-f]{16} is not/m],
    },
    json: { args: ['backup-2'], gives: { folder: `${place.cwd}/backup-2`, tables: expect.any(Number) } },
    refusal: { args: ['.'], exitCode: 2, says: 'is not empty. Choose an empty or new folder.' },
  }),

  restore: ({ copies: [first, second] }) => ({
    human: {
      args: ['backup-1'],
      environment: { DATABASE_URL: first.url },
      // The task was marked as failed without releasing its hold.
      exitCode: 1,
      prints: [/^Restored \d+ rows of \d+ tables and \d+ files?, as of /m, /^The ledger has 1 difference/m],
    },
    json: {
      args: ['backup-2'],
      environment: { DATABASE_URL: second.url },
      exitCode: 1,
      gives: { ledger: { faults: [expect.anything()] } },
    },
    refusal: { args: ['backup-1'], exitCode: 1, says: 'The database is not empty' },
  }),

  move: ({ embedded, copies: [, , third, fourth] }) => ({
    human: {
      args: ['--to', third.url],
      environment: embedded,
      prints: [/^Moved \d+ rows? of \d+ tables/m, /^Set these before the next start:$/m],
    },
    json: {
      args: ['--to', '-'],
      input: fourth.url,
      environment: embedded,
      gives: { ledger: { faults: [] } },
    },
    refusal: { args: ['--to', 'x'], exitCode: 78, says: 'DATABASE_URL is set' },
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
        // The task was marked as failed without releasing its hold.
        new RegExp(`^a hold lasts no longer than its task +${failed} `, 'm'),
        /\n\nChecked \d+ transactions and \d+ accounts: 1 difference\.\n$/,
      ],
    },
    json: { environment: { DATABASE_URL: elsewhere.url }, gives: { faults: [] } },
    refusal: { environment: UNREACHABLE, exitCode: 69, says: 'The database does not respond: ' },
  }),

  'audit verify': () => ({
    human: { prints: [/^Checked [1-9]\d* entries: no problems found\.$/m, /--head \d+:[0-9a-f]{64}\n$/] },
    json: { gives: { faults: [], head: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } } },
    refusal: { args: ['--head', 'none'], exitCode: 2, says: '--head: "none" is not an entry number' },
  }),

  'keys rotate': () => ({
    human: { args: ['--existing'], prints: [/^channels +0 +0$/m, /^No former keys are in use\.$/m] },
    json: { args: ['--existing', '--drop-former'], gives: { former_keys: 0 } },
    refusal: {
      environment: { MODELGATE_SECRET_KEY_FILE: '', MODELGATE_SECRET_KEY: SECRET_KEY },
      exitCode: 78,
      says: 'Put it into a file and set MODELGATE_SECRET_KEY_FILE',
    },
  }),
};
