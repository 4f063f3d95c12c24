import {
  type Catalog,
  type ReportedState,
  type ModelEntity,
  type ModelSettings,
  type Target,
  targetsAt,
  getServiceName,
} from '#catalog';
import { type SnakeCase } from '#declarations';
import { type PriceBook, type PriceOfRecord } from '#metering';
import { type ShownModels } from '#relay';
import { getModelHealth } from '../channels/channel-view.js';
import { viewKnownModel } from './known-model.js';
import {
  type EffectivePriceView,
  type ModelChannelView,
  type ModelSettingsView,
  type ModelView,
} from './model-view.dto.js';
import { type ModelTimeouts, type RealtimeSettings } from './model.dto.js';
import { viewRates } from './price-rates.js';

type StoredRealtime = NonNullable<ModelEntity['realtime']>;
type StoredTimeouts = NonNullable<ModelEntity['timeouts']>;

/** The facts for the view of a model. */
export interface ModelFacts {
  catalog: Catalog;
  prices: Pick<PriceBook, 'getPrice'>;
  shown: Pick<ShownModels, 'findKnownModel' | 'findServed'>;
  /** The health states of all active channels. */
  states: readonly ReportedState[];
}

export function viewModel(id: string, row: ModelEntity | undefined, facts: ModelFacts): ModelView {
  const { catalog } = facts;
  const shown = facts.shown.findServed(id);
  const targets = targetsAt(catalog.activeChannels, id).toSorted(
    (a, b) => b.channel.priority - a.channel.priority,
  );
  const channels = targets.map((target) => viewChannel(id, target, row, facts));
  return {
    id,
    served: channels.length > 0,
    stand_in: targets[0]?.channel.isStandIn === true,
    capabilities: shown?.shown ?? row?.capabilities ?? [],
    capabilities_from: shown?.shownBy ?? (row?.capabilities == null ? 'default' : 'settings'),
    price: channels[0]?.price ?? viewPrice({ model: id, provider: '', upstreamModel: id }, row, facts),
    channels,
    settings: row === undefined ? null : viewSettings(row),
    origin: row?.origin ?? null,
    read_only: row?.origin === 'file',
    updated_at: row?.updatedAt.toISOString() ?? null,
  };
}

function viewChannel(
  model: string,
  { channel, upstreamModel }: Target,
  row: ModelEntity | undefined,
  facts: ModelFacts,
): ModelChannelView {
  const { id, name, provider, baseUrl, priority, weight } = channel;
  const served = { model, provider: getServiceName(channel), baseUrl, upstreamModel };
  const price = viewPrice(served, row, facts);
  const known = facts.shown.findKnownModel(served);
  const states = facts.states.filter(({ channelId }) => channelId === id);
  const status = getModelHealth(channel, upstreamModel, states);
  return {
    id,
    name,
    provider,
    upstream_model: upstreamModel,
    priority,
    weight,
    price,
    known: known === undefined ? null : viewKnownModel(known),
    ...status,
  };
}

function viewPrice(
  named: Parameters<PriceBook['getPrice']>[0],
  row: ModelEntity | undefined,
  { prices }: ModelFacts,
): EffectivePriceView | null {
  const record = prices.getPrice(named);
  return record === undefined ? null : viewRecord(record, row);
}

/** `row` has the settings of the model, if any. */
export function viewRecord(record: PriceOfRecord, row: ModelEntity | undefined): EffectivePriceView {
  const { price, version, source = null, asOf = null } = record;
  const origin = getOrigin(record, row);
  const isBuiltIn = origin === 'built-in';
  return { rates: viewRates(price), origin, version, source: isBuiltIn ? source : null, as_of: asOf };
}

function getOrigin({ source }: PriceOfRecord, row: ModelEntity | undefined): EffectivePriceView['origin'] {
  if (source === 'pricesFile') return 'file';
  if (source !== 'models[].price') return 'built-in';
  return row?.origin === 'file' ? 'file' : 'console';
}

function viewSettings(row: ModelEntity): ModelSettingsView {
  return {
    capabilities: row.capabilities,
    price: row.price === null ? null : viewRates(row.price),
    fallbacks: row.fallbacks,
    strategy: row.strategy,
    hedge_ms: row.hedgeMs,
    timeouts: row.timeouts === null ? null : viewTimeouts(row.timeouts),
    deadline_minutes: row.deadlineMinutes,
    realtime: row.realtime === null ? null : viewRealtime(row.realtime),
  } satisfies Record<SnakeCase<keyof ModelSettings>, unknown>;
}

function viewTimeouts({ firstByteMs, idleMs, wholeMs }: StoredTimeouts): ModelTimeouts {
  return { first_byte_ms: firstByteMs ?? null, idle_ms: idleMs ?? null, whole_ms: wholeMs ?? null };
}

function viewRealtime({ transcribeModel, speechModel, voice }: StoredRealtime): RealtimeSettings {
  return {
    transcribe_model: transcribeModel ?? null,
    speech_model: speechModel ?? null,
    voice: voice ?? null,
  };
}
