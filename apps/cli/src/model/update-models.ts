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
import { OPERATOR } from '#rights';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { formatCount } from '../frame/format.js';
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

const ACTOR = { kind: 'operator', id: 'operator', name: 'operator' } as const;

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
  { title: 'DETAILS', value: ({ facts }) => facts.join('; ') },
];

export async function runModelUpdate(options: UpdateOptions, output: Output): Promise<void> {
  const { from = [], reset, apply } = options;
  if (reset === from.length > 0) {
    throw new CommandFailure('Use either --from or --reset.', exitCodes.usage);
  }
  const asOf = parseDay(options.asOf);
  const publicKey = await readKey(options.publicKey);
  try {
    const sources = await readSources(from, { hashes: options.sha256, publicKey });
    const appliedBy = apply ? { principal: OPERATOR, actor: ACTOR } : undefined;
    const update = { sources, asOf, appliedBy };
    const planned = await onDatabase(output, 'The models were not changed.', (database) =>
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

/** `option` is the key itself or the path of a file with the key. */
async function readKey(option: string | undefined): Promise<KeyObject | undefined> {
  if (option === undefined) return undefined;
  const key = readPublicKey(option) ?? readPublicKey(await readFile(option, 'utf8').catch(() => ''));
  if (key !== undefined) return key;
  throw new CommandFailure(
    `--public-key must be ${PUBLIC_KEY}, or a file that contains one.`,
    exitCodes.usage,
  );
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
    const outcome = isApplied ? 'it was removed' : 'it is ignored';
    const notes = unreadable.map(
      (provider) =>
        `The stored model data of ${provider} is from another version and cannot be read; ${outcome}.`,
    );
    if (changes.length === 0) return [...notes, 'The model data is up to date. Nothing was changed.'];
    const count = formatCount(changes.length, 'model');
    return [
      ...output.table(COLUMNS, changes),
      '',
      ...notes,
      ...result.sources.map(({ source, sha256 }) => `${source} has the SHA-256 ${sha256}.`),
      `${formatCount(disagreements.length, 'fact')} ignored because the sources disagree.`,
      isApplied
        ? `${count} changed. The change takes effect within a second.`
        : `${count} would change. Nothing was changed; use --apply to apply it.`,
    ];
  });
}

function parseDay(option: string | undefined): string {
  const day = option ?? new Date().toISOString().slice(0, 10);
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))) return day;
  throw new CommandFailure('--as-of must be a date such as 2026-11-15.', exitCodes.usage);
}
