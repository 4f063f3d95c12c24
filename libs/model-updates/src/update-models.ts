import { type AuditActor, type AuditChanges, AuditLog, type NewAuditEntry } from '#audit';
import { type Database, type Transaction } from '#database';
import { PriceVersionRepository, getPriceVersion } from '#metering';
import {
  type ModelChange,
  type PlannedChanges,
  StoredModelsRepository,
  UnreadableSource,
  planInThread,
} from '#models';
import { ModelUpdateError } from './model-update-error.js';
import { type ReadSource } from './read-source.js';
import { UpdateSerialRepository } from './update-serials.repository.js';

/** The audit log names as many changes; the rest of a large update is counted. */
const MAX_NAMED = 500;

export interface ModelUpdate {
  /** Without any, what came with this version counts again. */
  sources: readonly ReadSource[];
  /** The day that the sources are from. */
  asOf: string;
  /** Undefined where it is only asked what would change. */
  appliedBy: AuditActor | undefined;
}

export interface UpdatedModels extends PlannedChanges {
  /** Providers of which this version cannot read what is stored: it goes with the next update, whatever else that changes. */
  unreadable: string[];
}

/** Answers what changes, or would. Throws a ModelUpdateError where the sources are of no use. */
export function updateModels(database: Database, update: ModelUpdate): Promise<UpdatedModels> {
  return database.transaction(async (transaction) => {
    const repository = new StoredModelsRepository(transaction);
    if (update.appliedBy !== undefined) await repository.lock();
    const planned = await plan(repository, update);
    await checkSerials(transaction, planned, update);
    if (update.appliedBy !== undefined && planned.changes.length + planned.unreadable.length > 0) {
      await apply(transaction, planned, update.sources);
      const entry = describeUpdate(planned, update.sources);
      await new AuditLog(database).append(transaction, { actor: update.appliedBy, ...entry });
    }
    return planned;
  });
}

export function describeChange({ provider, model, change, facts }: ModelChange): string {
  return `${provider} ${model}: ${[change, ...facts].join('; ')}`;
}

/** Signed data that was applied before, or is older, is not applied again. */
async function checkSerials(
  transaction: Transaction,
  { sourceFacts }: UpdatedModels,
  { sources, appliedBy }: ModelUpdate,
): Promise<void> {
  const serials = new UpdateSerialRepository(transaction);
  for (const [index, source] of sources.entries()) {
    const facts = sourceFacts[index];
    if (facts === undefined) throw new Error(`nothing is known of ${source.name}`);
    await serials.check(source, facts);
    if (appliedBy !== undefined) await serials.store(source, facts);
  }
}

async function plan(
  repository: StoredModelsRepository,
  { sources, asOf }: ModelUpdate,
): Promise<UpdatedModels> {
  const { files: stored, unreadable } = await repository.findAll();
  try {
    return { ...(await planInThread({ stored, sources, asOf })), unreadable };
  } catch (error) {
    if (error instanceof UnreadableSource) throw new ModelUpdateError('unusable', error.message);
    throw error;
  }
}

async function apply(
  transaction: Transaction,
  { files, changes, unreadable }: UpdatedModels,
  sources: readonly ReadSource[],
): Promise<void> {
  const repository = new StoredModelsRepository(transaction);
  await repository.remove(unreadable);
  if (sources.length === 0) await repository.removeAll();
  else for (const file of files) await repository.put(file);
  await keepFormerPrices(transaction, changes);
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

function describeUpdate(
  { changes, unreadable }: UpdatedModels,
  sources: readonly ReadSource[],
): Omit<NewAuditEntry, 'actor'> {
  const named = changes.map(describeChange);
  const left = named.length - MAX_NAMED;
  const told: AuditChanges = {
    sources: { from: null, to: sources.map(({ name, sha256 }) => `${name} (SHA-256 ${sha256})`) },
    models: { from: null, to: [...named.slice(0, MAX_NAMED), ...(left > 0 ? [`and ${left} more`] : [])] },
  };
  if (unreadable.length > 0) told['unreadable'] = { from: unreadable, to: null };
  return { action: 'models.update', subject: { type: 'models', id: 'catalogue' }, changes: told };
}
