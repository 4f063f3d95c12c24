import { describeChanges } from '#audit';
import { type ModelEntity, ModelRepository, type ModelSettings, toModelSettings } from '#catalog';
import { readModelEntry } from '#config';
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
import { ModelKnowledge } from './model-knowledge.service.js';
import { type ModelView } from './model-view.dto.js';
import { configRates } from './price-rates.js';

@Injectable()
export class ModelsService {
  constructor(
    private readonly database: Database,
    private readonly knowledge: ModelKnowledge,
    private readonly audit: AuditTrail,
  ) {}

  async list(query: ModelListQuery): Promise<Page<ModelView>> {
    const models = await this.knowledge.viewAll();
    return toPage(
      models.filter((model) => isWanted(model, query)),
      query,
    );
  }

  async show(id: string): Promise<ModelView> {
    const model = await this.knowledge.viewOne(id);
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
      await keepPrice(transaction, id, settings);
      await this.record(transaction, caller, 'model.set', { id, before, after: settings });
    });
    return this.show(id);
  }

  /** What is not set any more is as it is built in. */
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
  if (row !== null) refuseFileEntry(row, `What is set for the model "${id}"`);
  return row;
}

function pickSettings(row: ModelEntity): ModelSettings {
  const { capabilities, price, deadlineMinutes, fallbacks, strategy, hedgeMs, timeouts, realtime } = row;
  return { capabilities, price, deadlineMinutes, fallbacks, strategy, hedgeMs, timeouts, realtime };
}

/** A price is kept for good: what was charged by it can be recomputed when it has changed. */
async function keepPrice(transaction: Transaction, id: string, { price }: ModelSettings): Promise<void> {
  if (price === null) return;
  const kept = { version: getPriceVersion(price), model: id, price, source: 'models[].price' };
  await new PriceVersionRepository().keep(transaction, [kept]);
}

function readSettings(id: string, input: ModelSettingsInput): ModelSettings {
  const { capabilities, fallbacks, strategy } = input;
  const source = {
    id,
    capabilities: capabilities ?? undefined,
    price: input.price == null ? undefined : configRates(input.price),
    fallbacks: fallbacks ?? undefined,
    strategy: strategy ?? undefined,
    hedgeMs: input.hedge_ms ?? undefined,
    timeouts: input.timeouts == null ? undefined : configTimeouts(input.timeouts),
    deadlineMinutes: input.deadline_minutes ?? undefined,
    realtime: input.realtime == null ? undefined : configRealtime(input.realtime),
  };
  return readByConfigRules(() => toModelSettings(readModelEntry(source)));
}

function configTimeouts({ first_byte_ms, idle_ms, whole_ms }: ModelTimeouts): object {
  return {
    ...(first_byte_ms == null ? {} : { firstByteMs: first_byte_ms }),
    ...(idle_ms == null ? {} : { idleMs: idle_ms }),
    ...(whole_ms == null ? {} : { wholeMs: whole_ms }),
  };
}

function configRealtime({ transcribe_model, speech_model, voice }: RealtimeSettings): object {
  return {
    ...(transcribe_model == null ? {} : { transcribeModel: transcribe_model }),
    ...(speech_model == null ? {} : { speechModel: speech_model }),
    ...(voice == null ? {} : { voice }),
  };
}

function isWanted(model: ModelView, { capability, channel, search }: ModelListQuery): boolean {
  return (
    (capability === undefined || model.capabilities.includes(capability)) &&
    (channel === undefined || model.channels.some(({ name }) => name === channel)) &&
    (search === undefined || model.id.toLowerCase().includes(search.toLowerCase()))
  );
}

type Position = Pick<ModelView, 'id' | 'stand_in'>;

/** In the value of a cursor: that its page has ended among the stand-ins. */
const AMONG_STAND_INS = 'stand-in';

/** Stand-ins come last in either direction. */
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
