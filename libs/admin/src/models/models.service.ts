import { describeChanges } from '#audit';
import {
  type FileOnlyModelKey,
  type ModelEntity,
  ModelRepository,
  type ModelSettings,
  toModelSettings,
} from '#catalog';
import { type ModelConfig, readModelEntry } from '#config';
import { Database, type Page, type Transaction, readCursor, writeCursor } from '#database';
import { PriceVersionRepository, getPriceVersion } from '#metering';
import { authorizeChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { readByConfigRules } from '../input/entry-error.js';
import { notFound } from '../input/id-param.js';
import { refuseFileEntry } from '../refuse-file-entry.js';
import {
  type ModelListQuery,
  type ModelSettingsInput,
  type ModelTimeouts,
  type RealtimeSettings,
} from './model.dto.js';
import { ModelViews } from './model-views.service.js';
import { type ModelView } from './model-view.dto.js';
import { toConfigRates } from './price-rates.js';

@Injectable()
export class ModelsService {
  constructor(
    private readonly database: Database,
    private readonly views: ModelViews,
    private readonly audit: AuditTrail,
  ) {}

  async list(query: ModelListQuery): Promise<Page<ModelView>> {
    const models = await this.views.viewAll();
    return toPage(
      models.filter((model) => matchesQuery(model, query)),
      query,
    );
  }

  async show(id: string): Promise<ModelView> {
    const model = await this.views.viewOne(id);
    if (model === undefined) throw notFound('model');
    return model;
  }

  async set(caller: Caller, id: string, input: ModelSettingsInput): Promise<ModelView> {
    const settings = readSettings(id, input);
    await this.database.transaction(async (transaction) => {
      const models = new ModelRepository(transaction);
      const row = await lockChangeable(models, id);
      const after = { id, ...settings, enabled: true, origin: 'console' as const };
      await models.save(
        authorizeChange(caller.principal, { kind: 'model', before: row ?? undefined, after }),
      );
      const before = row === null ? undefined : pickSettings(row);
      await storePriceVersion(transaction, id, settings);
      await this.record(transaction, caller, 'model.set', { id, before, after: settings });
    });
    return this.show(id);
  }

  /** Without settings, the built-in data applies. */
  async unset(caller: Caller, id: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const models = new ModelRepository(transaction);
      const before = await lockChangeable(models, id);
      if (before === null) throw notFound('model');
      await models.delete(authorizeChange(caller.principal, { kind: 'model', before, after: undefined }));
      await this.record(transaction, caller, 'model.unset', { id, before: pickSettings(before) });
    });
  }

  private async record(
    transaction: Transaction,
    caller: Caller,
    action: `model.${string}`,
    { id, before, after }: { id: string; before?: ModelSettings; after?: ModelSettings },
  ): Promise<void> {
    const subject = { type: 'model', id, name: id };
    await this.audit.record(transaction, caller, {
      action,
      subject,
      changes: describeChanges(before, after),
    });
  }
}

async function lockChangeable(models: ModelRepository, id: string): Promise<ModelEntity | null> {
  const row = await models.lockEnabled(id);
  if (row !== null) refuseFileEntry(row, `The configuration of the model "${id}"`);
  return row;
}

function pickSettings(row: ModelEntity): ModelSettings {
  const { capabilities, price, deadlineMinutes, fallbacks, strategy, hedgeMs, timeouts, realtime } = row;
  return { capabilities, price, deadlineMinutes, fallbacks, strategy, hedgeMs, timeouts, realtime };
}

/** Prices are stored permanently, so that charges can be recomputed after the price has changed. */
async function storePriceVersion(
  transaction: Transaction,
  id: string,
  { price }: ModelSettings,
): Promise<void> {
  if (price === null) return;
  const version = { version: getPriceVersion(price), model: id, price, source: 'models[].price' };
  await new PriceVersionRepository().store(transaction, [version]);
}

function readSettings(id: string, input: ModelSettingsInput): ModelSettings {
  const { capabilities, fallbacks, strategy } = input;
  const source = {
    id,
    capabilities: capabilities ?? undefined,
    price: input.price == null ? undefined : toConfigRates(input.price),
    fallbacks: fallbacks ?? undefined,
    strategy: strategy ?? undefined,
    hedgeMs: input.hedge_ms ?? undefined,
    timeouts: input.timeouts == null ? undefined : toConfigTimeouts(input.timeouts),
    deadlineMinutes: input.deadline_minutes ?? undefined,
    realtime: input.realtime == null ? undefined : toConfigRealtime(input.realtime),
  } satisfies Record<Exclude<keyof ModelConfig, FileOnlyModelKey>, unknown>;
  return readByConfigRules(() => toModelSettings(readModelEntry(source)));
}

function toConfigTimeouts({ first_byte_ms, idle_ms, whole_ms }: ModelTimeouts): object {
  return {
    ...(first_byte_ms == null ? {} : { firstByteMs: first_byte_ms }),
    ...(idle_ms == null ? {} : { idleMs: idle_ms }),
    ...(whole_ms == null ? {} : { wholeMs: whole_ms }),
  };
}

function toConfigRealtime({ transcribe_model, speech_model, voice }: RealtimeSettings): object {
  return {
    ...(transcribe_model == null ? {} : { transcribeModel: transcribe_model }),
    ...(speech_model == null ? {} : { speechModel: speech_model }),
    ...(voice == null ? {} : { voice }),
  };
}

function matchesQuery(model: ModelView, { capability, channel, search }: ModelListQuery): boolean {
  return (
    (capability === undefined || model.capabilities.includes(capability)) &&
    (channel === undefined || model.channels.some(({ name }) => name === channel)) &&
    (search === undefined || model.id.toLowerCase().includes(search.toLowerCase()))
  );
}

type Position = Pick<ModelView, 'id' | 'stand_in'>;

/** The value of a cursor whose page ended with a built-in model. */
const AMONG_STAND_INS = 'stand-in';

/** Built-in models are last in both directions. */
function toPage(models: readonly ModelView[], { limit, cursor, sort }: ModelListQuery): Page<ModelView> {
  const direction = sort === '-id' ? -1 : 1;
  const order = (a: Position, b: Position): number =>
    Number(a.stand_in) - Number(b.stand_in) || (a.id === b.id ? 0 : a.id < b.id ? -direction : direction);
  const after = cursor === undefined ? undefined : readPosition(cursor, sort);
  const rest = models
    .filter((model) => after === undefined || order(model, after) > 0)
    .toSorted((a, b) => order(a, b));
  const data = rest.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rest.length > limit && last !== undefined;
  return { data, next_cursor: hasMore ? writePosition(last, sort) : null };
}

function readPosition(cursor: string, sort: string): Position {
  const { id, value } = readCursor(cursor, sort);
  return { id, stand_in: value === AMONG_STAND_INS };
}

function writePosition({ id, stand_in: isStandIn }: Position, sort: string): string {
  return writeCursor({ sort, value: isStandIn ? AMONG_STAND_INS : '', id });
}
