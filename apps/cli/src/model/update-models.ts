import { AuditLog } from '#audit';
import { type Database, type Transaction } from '#database';
import { PriceVersionRepository, getPriceVersion } from '#metering';
import {
  type ModelChange,
  type PlannedUpdate,
  StoredModelsRepository,
  listModelChanges,
  overlayModels,
  planUpdate,
  readShippedModels,
} from '#models';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { counted } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { onDatabase } from '../with-database.js';
import { type ReadSource, isAddress, readSource } from './read-source.js';

export interface UpdateOptions {
  from: string[] | undefined;
  sha256: string[] | undefined;
  asOf: string | undefined;
  reset: boolean;
  apply: boolean;
}

interface Update extends PlannedUpdate {
  changes: ModelChange[];
}

/** The audit log names as many changes; the rest of a large update is counted. */
const MAX_NAMED = 500;

const COLUMNS: Column<ModelChange>[] = [
  { title: 'PROVIDER', value: ({ provider }) => provider },
  { title: 'MODEL', value: ({ model }) => model },
  { title: 'CHANGE', value: ({ change }) => change },
  { title: 'WHAT', value: ({ facts }) => facts.join('; ') },
];

export async function updateModels(options: UpdateOptions, output: Output): Promise<void> {
  const { from = [], reset } = options;
  if (reset === from.length > 0) {
    throw new CommandFailure('One of --from and --reset is needed, and not both.', exitCodes.usage);
  }
  const asOf = readDay(options.asOf);
  const sources: ReadSource[] = [];
  for (const source of from) sources.push(await readSource(source, options.sha256));
  const update = await onDatabase(output, 'The models stay as they are.', (database) =>
    database.transaction(async (transaction) => {
      const planned = await plan(transaction, sources, asOf);
      if (options.apply && planned.changes.length > 0) await apply(database, transaction, planned, sources);
      return planned;
    }),
  );
  report(update, sources, { isApplied: options.apply, output });
}

async function plan(transaction: Transaction, sources: readonly ReadSource[], asOf: string): Promise<Update> {
  const repository = new StoredModelsRepository(transaction);
  await repository.lock();
  const shipped = readShippedModels();
  const current = overlayModels(shipped, await repository.findAll());
  const given = sources.map(({ source, content }) => ({
    url: isAddress(source) ? source : undefined,
    asOf,
    content,
  }));
  const planned = sources.length === 0 ? { files: shipped, disagreements: [] } : planOrFail(current, given);
  return { ...planned, changes: listModelChanges(current, planned.files) };
}

function planOrFail(...[current, given]: Parameters<typeof planUpdate>): PlannedUpdate {
  try {
    return planUpdate(current, given);
  } catch (error) {
    throw new CommandFailure((error as Error).message, exitCodes.usage);
  }
}

/** Without sources what is stored goes, and what is shipped counts again. */
async function apply(
  database: Database,
  transaction: Transaction,
  { files, changes }: Update,
  sources: readonly ReadSource[],
): Promise<void> {
  const repository = new StoredModelsRepository(transaction);
  if (sources.length === 0) await repository.removeAll();
  else for (const file of files) await repository.put(file);
  await keepFormerPrices(transaction, changes);
  const named = changes.map(
    ({ provider, model, change, facts }) => `${provider} ${model}: ${[change, ...facts].join('; ')}`,
  );
  const left = named.length - MAX_NAMED;
  await new AuditLog(database).append(transaction, {
    actor: { kind: 'operator', id: 'operator', name: 'operator' },
    action: 'models.update',
    subject: { type: 'models', id: 'catalogue' },
    changes: {
      sources: { from: null, to: sources.map(({ source, sha256 }) => `${source} (SHA-256 ${sha256})`) },
      models: { from: null, to: [...named.slice(0, MAX_NAMED), ...(left > 0 ? [`and ${left} more`] : [])] },
    },
  });
}

/** Whoever still has to write down what was charged by them can say what they were. */
async function keepFormerPrices(transaction: Transaction, changes: readonly ModelChange[]): Promise<void> {
  const prices = changes.flatMap(({ model, before }) =>
    before?.price === undefined
      ? []
      : [{ version: getPriceVersion(before.price), model, price: before.price, source: 'built in' }],
  );
  const once = new Map(prices.map((price) => [price.version, price]));
  await new PriceVersionRepository().keep(transaction, [...once.values()]);
}

function report(
  { changes, disagreements }: Update,
  sources: readonly ReadSource[],
  { isApplied, output }: { isApplied: boolean; output: Output },
): void {
  const result = {
    applied: isApplied,
    sources: sources.map(({ source, sha256 }) => ({ source, sha256 })),
    changes: changes.map(({ provider, model, change, facts }) => ({ provider, model, change, facts })),
    disagreements,
  };
  output.result(result, () => {
    if (changes.length === 0) return ['Everything is known already; nothing was changed.'];
    const count = counted(changes.length, 'model');
    return [
      ...output.table(COLUMNS, changes),
      '',
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
