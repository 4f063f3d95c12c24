import { randomBytes, randomUUID } from 'node:crypto';
import {
  ChannelRepository,
  ChannelResultRepository,
  ChannelStateRepository,
  DEFAULT_TIMEOUTS,
  ModelRepository,
  toFingerprint,
} from '../../dist/libs/catalog/src/index.js';
import { OPERATOR, authorizeChange } from '../../dist/libs/rights/src/index.js';
import { CHANNELS, MODELS } from './sample-data.mjs';

const MINUTE_MS = 60_000;
const SEEDED = 'seed';

/**
 * Creates the channels and returns them with their ids, by name. Their keys are invalid, so no upstream accepts a
 * request.
 */
export async function seedChannels(dataSource, secretBox) {
  const repository = new ChannelRepository(dataSource, secretBox);
  for (const channel of CHANNELS) {
    const after = { ...buildSettings(channel), id: randomUUID(), origin: 'console' };
    await repository.create(authorizeChange(OPERATOR, { kind: 'channel', before: undefined, after }));
  }
  const channels = new Map((await repository.findAll()).map((channel) => [channel.name, channel]));
  const states = new ChannelStateRepository(dataSource);
  const results = new ChannelResultRepository(dataSource);
  for (const { name, illness, isDisabled = false } of CHANNELS) {
    if (illness !== undefined) await states.save(buildState(channels.get(name), illness));
    else if (!isDisabled) await results.saveSuccess(channels.get(name).id);
  }
  return channels;
}

export async function seedModels(dataSource) {
  const repository = new ModelRepository(dataSource);
  const known = new Set((await repository.findAll()).map(({ id }) => id));
  const blank = {
    capabilities: null,
    price: null,
    deadlineMinutes: null,
    fallbacks: null,
    strategy: null,
    hedgeMs: null,
    timeouts: null,
    realtime: null,
  };
  for (const model of MODELS) {
    if (known.has(model.id)) continue;
    const after = { ...blank, ...model, enabled: true, origin: 'console' };
    await repository.save(authorizeChange(OPERATOR, { kind: 'model', before: undefined, after }));
  }
}

function buildSettings({
  name,
  provider,
  baseUrl,
  models,
  priority = 0,
  maxConcurrency,
  isDisabled = false,
}) {
  return {
    name,
    provider,
    baseUrl,
    apiKeys: [`${SEEDED}-${randomBytes(12).toString('hex')}`],
    headers: {},
    models: models.map((model) => ({ id: model, upstream: model })),
    ...(provider === 'azure-openai' ? { apiVersion: '2025-04-01-preview' } : {}),
    priority,
    weight: 1,
    maxConcurrency,
    timeouts: DEFAULT_TIMEOUTS,
    enabled: !isDisabled,
  };
}

function buildState({ id, apiKeys }, { state, reason, upstreamModel, isOfKey = false, times, minutes }) {
  return {
    channelId: id,
    ...(isOfKey ? { keyFingerprint: toFingerprint(apiKeys[0]) } : { upstreamModel }),
    state,
    reason,
    times,
    remainingMs: minutes * MINUTE_MS,
    reportedBy: SEEDED,
  };
}
