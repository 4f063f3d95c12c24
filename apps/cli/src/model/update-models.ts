import { readFile } from 'node:fs/promises';
import { type KeyObject } from 'node:crypto';
import { PUBLIC_KEY, readEnvironment, readPublicKey } from '#config';
import { PublicFetcher } from '#egress';
import { type ModelChange } from '#models';
import {
  ModelUpdateError,
  type ModelUpdateErrorKind,
  type ReadSource,
  type Trust,
  type UpdatedModels,
  readSource,
  updateModels,
} from '#model-updates';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { counted } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { loadConfigOrFail } from '../installation-config.js';
import { onDatabase } from '../with-database.js';

export interface UpdateOptions {
  from: string[] | undefined;
  sha256: string[] | undefined;
  publicKey: string | undefined;
  asOf: string | undefined;
  reset: boolean;
  apply: boolean;
}

const OPERATOR = { kind: 'operator', id: 'operator', name: 'operator' } as const;

const EXIT_CODES: Readonly<Record<ModelUpdateErrorKind, number>> = {
  'not-found': exitCodes.notFound,
  unreachable: exitCodes.unreachable,
  untrusted: exitCodes.failure,
  unusable: exitCodes.usage,
};

const COLUMNS: Column<ModelChange>[] = [
  { title: 'PROVIDER', value: ({ provider }) => provider },
  { title: 'MODEL', value: ({ model }) => model },
  { title: 'CHANGE', value: ({ change }) => change },
  { title: 'WHAT', value: ({ facts }) => facts.join('; ') },
];

export async function runModelUpdate(options: UpdateOptions, output: Output): Promise<void> {
  const { from = [], reset, apply } = options;
  if (reset === from.length > 0) {
    throw new CommandFailure('One of --from and --reset is needed, and not both.', exitCodes.usage);
  }
  const asOf = readDay(options.asOf);
  const publicKey = await readKey(options.publicKey);
  try {
    const sources = await readSources(from, { hashes: options.sha256, publicKey });
    const update = { sources, asOf, appliedBy: apply ? OPERATOR : undefined };
    const planned = await onDatabase(output, 'The models stay as they are.', (database) =>
      updateModels(database, update),
    );
    report(planned, sources, { isApplied: apply, output });
  } catch (error) {
    if (error instanceof ModelUpdateError) throw new CommandFailure(error.message, EXIT_CODES[error.kind]);
    throw error;
  }
}

async function readSources(from: readonly string[], trust: Trust): Promise<ReadSource[]> {
  const { allowedPrivateNetworks } = loadConfigOrFail(readEnvironment());
  const fetcher = new PublicFetcher(allowedPrivateNetworks);
  try {
    const sources: ReadSource[] = [];
    for (const source of from) sources.push(await readSource(source, { fetcher, trust }));
    return sources;
  } finally {
    await fetcher.close();
  }
}

/** A key is short enough for a command line; people have it in a file all the same. */
async function readKey(given: string | undefined): Promise<KeyObject | undefined> {
  if (given === undefined) return undefined;
  const key = readPublicKey(given) ?? readPublicKey(await readFile(given, 'utf8').catch(() => ''));
  if (key !== undefined) return key;
  throw new CommandFailure(`--public-key takes ${PUBLIC_KEY}, or a file that has one.`, exitCodes.usage);
}

function report(
  { changes, disagreements, unreadable }: UpdatedModels,
  sources: readonly ReadSource[],
  { isApplied, output }: { isApplied: boolean; output: Output },
): void {
  const result = {
    applied: isApplied,
    sources: sources.map(({ name, sha256 }) => ({ source: name, sha256 })),
    changes: changes.map(({ provider, model, change, facts }) => ({ provider, model, change, facts })),
    disagreements,
    unreadable,
  };
  output.result(result, () => {
    const fate = isApplied ? 'it was taken away' : 'it does not count';
    const notes = unreadable.map(
      (provider) => `Another version has stored what this one cannot read of ${provider}; ${fate}.`,
    );
    if (changes.length === 0) return [...notes, 'Everything is known already; nothing was changed.'];
    const count = counted(changes.length, 'model');
    return [
      ...output.table(COLUMNS, changes),
      '',
      ...notes,
      ...result.sources.map(({ source, sha256 }) => `${source} has the SHA-256 ${sha256}.`),
      `${counted(disagreements.length, 'fact')} that the sources disagree on would be left out.`,
      isApplied
        ? `${count} changed. Running processes know within a second.`
        : `${count} would change; nothing was changed. --apply does it.`,
    ];
  });
}

function readDay(given: string | undefined): string {
  const day = given ?? new Date().toISOString().slice(0, 10);
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))) return day;
  throw new CommandFailure('--as-of takes a day such as 2026-11-15.', exitCodes.usage);
}
