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
import { type Principal, authorizeChange } from '#rights';
import { ModelUpdateError } from './model-update-error.js';
import { type ReadSource } from './read-source.js';
import { UpdateSerialRepository } from './update-serials.repository.js';

/** How many changes the audit log names; further ones are counted. */
const MAX_NAMED = 500;

export interface ModelUpdate {
  /** If empty, the data of this version applies again. */
  sources: readonly ReadSource[];
  /** The date of the sources. */
  asOf: string;
  /** The caller and its name in the audit log. Undefined to plan the changes without applying them. */
  appliedBy: { principal: Principal; actor: AuditActor } | undefined;
}

export interface UpdatedModels extends PlannedChanges {
  /** Providers with stored data. */
  stored: string[];
  /** Providers whose stored data this version cannot read. Every applied update deletes that data. */
  unreadable: string[];
}

/**
 * Returns the changes. Throws a ModelUpdateError if the sources cannot be used, and a GatewayError if the caller may not
 * change facts of models.
 */
export function updateModels(database: Database, update: ModelUpdate): Promise<UpdatedModels> {
  const { appliedBy, sources } = update;
  return database.transaction(async (transaction) => {
    const repository = new StoredModelsRepository(transaction);
    if (appliedBy !== undefined) await repository.lock();
    const planned = await plan(repository, update);
    await checkSerials(transaction, planned, update);
    if (appliedBy !== undefined && planned.changes.length + planned.unreadable.length > 0) {
      const { principal, actor } = appliedBy;
      await apply(transaction, planned, { principal, isReset: sources.length === 0 });
      const entry = describeUpdate(planned, sources);
      await new AuditLog(database).append(transaction, { actor, ...entry });
    }
    return planned;
  });
}

export function describeChange({ provider, model, change, facts }: ModelChange): string {
  return `${provider} ${model}: ${[change, ...facts].join('; ')}`;
}

/** Prevents older signed data from replacing newer data. */
async function checkSerials(
  transaction: Transaction,
  { sourceFacts }: UpdatedModels,
  { sources, appliedBy }: ModelUpdate,
): Promise<void> {
  const serials = new UpdateSerialRepository(transaction);
  for (const [index, source] of sources.entries()) {
    const facts = sourceFacts[index];
    if (facts === undefined) throw new Error(`${source.name} is not loaded`);
    await serials.check(source, facts);
    if (appliedBy !== undefined) await serials.store(source, facts);
  }
}

async function plan(
  repository: StoredModelsRepository,
  { sources, asOf }: ModelUpdate,
): Promise<UpdatedModels> {
  const { files: stored, unreadable } = await repository.findAll();
  const providers = [...stored.map(({ provider }) => provider), ...unreadable];
  try {
    return { ...(await planInThread({ stored, sources, asOf })), stored: providers, unreadable };
  } catch (error) {
    if (error instanceof UnreadableSource) throw new ModelUpdateError('unusable', error.message);
    throw error;
  }
}

async function apply(
  transaction: Transaction,
  { files, changes, stored, unreadable }: UpdatedModels,
  { principal, isReset }: { principal: Principal; isReset: boolean },
): Promise<void> {
  const repository = new StoredModelsRepository(transaction);
  const kind = 'model-facts';
  for (const provider of isReset ? stored : unreadable)
    await repository.save(authorizeChange(principal, { kind, before: { provider }, after: undefined }));
  for (const after of isReset ? [] : files) {
    const { provider } = after;
    const before = stored.includes(provider) ? { provider } : undefined;
    await repository.save(authorizeChange(principal, { kind, before, after }));
  }
  await storeFormerPrices(transaction, changes);
}

/** Usage that is not yet stored may refer to the previous prices. */
async function storeFormerPrices(transaction: Transaction, changes: readonly ModelChange[]): Promise<void> {
  const prices = changes.flatMap(({ model, before }) =>
    before?.price === undefined
      ? []
      : [{ version: getPriceVersion(before.price), model, price: before.price, source: 'built in' }],
  );
  const byVersion = new Map(prices.map((price) => [price.version, price]));
  await new PriceVersionRepository().store(transaction, [...byVersion.values()]);
}

function describeUpdate(
  { changes, unreadable }: UpdatedModels,
  sources: readonly ReadSource[],
): Omit<NewAuditEntry, 'actor'> {
  const named = changes.map(describeChange);
  const left = named.length - MAX_NAMED;
  const auditChanges: AuditChanges = {
    sources: { from: null, to: sources.map(({ name, sha256 }) => `${name} (SHA-256 ${sha256})`) },
    models: { from: null, to: [...named.slice(0, MAX_NAMED), ...(left > 0 ? [`and ${left} more`] : [])] },
  };
  if (unreadable.length > 0) auditChanges['unreadable'] = { from: unreadable, to: null };
  return { action: 'models.update', subject: { type: 'models', id: 'catalogue' }, changes: auditChanges };
}
