import {
  type Channel,
  type ChannelEntity,
  type ChannelResult,
  type ChannelSettings,
  type ReportedState,
  apiKeyHint,
  isSecretHeader,
  toFingerprint,
} from '#catalog';
import { type ChannelAuth, isSecretMember } from '#credentials';
import { type ConfigOverride } from '#settings';
import { viewOverride } from '../config-file/entry-override.js';
import { type SnakeCase, snakeCase } from '#declarations';
import { type ChannelJudgement, judgeChannel } from './judge-channel.js';
import {
  type ApiKeyView,
  type ChannelView,
  type ModelHealthStatusView,
  type ShownHealthStatus,
} from './channel-view.dto.js';

/** The facts about a channel besides its settings. */
export interface ChannelFacts {
  states: readonly ReportedState[];
  /** The result of its last tests and requests. */
  result?: ChannelResult;
  lastError?: ChannelView['health']['last_error'];
  /** Set if its enabled state overrides the config file. */
  override?: ConfigOverride | undefined;
  inFlight?: number;
}

type Health = Pick<ModelHealthStatusView, 'status' | 'reason' | 'since' | 'until'>;

const HEALTHY: Health = { status: 'healthy', reason: null, since: null, until: null };
const OUT_OF_USE: ReadonlySet<ShownHealthStatus> = new Set(['cooling', 'ejected', 'refused']);

/** The view of a channel, without its secrets. */
export function viewChannel(
  { updatedAt }: ChannelEntity,
  channel: Channel,
  { states, result, lastError = null, inFlight, override }: ChannelFacts,
): ChannelView {
  const { connectMs, firstByteMs, idleMs, wholeMs } = channel.timeouts;
  const headers = Object.entries(channel.headers);
  const keys = viewKeys(channel, states);
  return {
    id: channel.id,
    name: channel.name,
    provider: channel.provider,
    base_url: channel.baseUrl ?? null,
    api_keys: keys,
    models: channel.models.map(({ id, upstream }) => ({ id, upstream })),
    priority: channel.priority,
    weight: channel.weight,
    enabled: channel.enabled,
    formats: channel.formats ?? null,
    headers: Object.fromEntries(headers.filter(([name]) => !isSecretHeader(name))),
    hidden_headers: headers.map(([name]) => name).filter(isSecretHeader),
    api_version: channel.apiVersion ?? null,
    region: channel.region ?? null,
    project: channel.project ?? null,
    location: channel.location ?? null,
    auth: channel.auth === undefined ? null : viewAuth(channel.auth),
    max_concurrency: channel.maxConcurrency ?? null,
    max_connections: channel.maxConnections ?? null,
    prompt_caching: channel.promptCaching ?? true,
    repair: channel.repair ?? false,
    believe_upstream_cost: channel.believeUpstreamCost ?? false,
    timeouts: { connect_ms: connectMs, first_byte_ms: firstByteMs, idle_ms: idleMs, whole_ms: wholeMs },
    health: {
      ...viewHealth(channel, { states, result }, keys),
      last_error: lastError,
      in_flight: inFlight ?? null,
    },
    origin: channel.origin,
    read_only: channel.origin === 'file',
    override: viewOverride(override),
    created_at: channel.createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  } satisfies ChannelView & Record<SnakeCase<keyof ChannelSettings>, unknown>;
}

function viewAuth({ type, ...given }: ChannelAuth): NonNullable<ChannelView['auth']> {
  const members = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    type,
    members: Object.fromEntries(
      members.filter(([name]) => !isSecretMember(name)).map(([name, value]) => [snakeCase(name), value]),
    ),
    hidden_members: members
      .map(([name]) => name)
      .filter(isSecretMember)
      .map(snakeCase),
  };
}

/** The health of each key. */
export function viewKeys({ apiKeys }: Channel, states: readonly ReportedState[]): ApiKeyView[] {
  return apiKeys.map((apiKey) => {
    const state = states.find(({ keyFingerprint }) => keyFingerprint === toFingerprint(apiKey));
    return { hint: apiKeyHint(apiKey), ...toHealth(state) };
  });
}

/** The health of each model, and of the channel as a whole. */
export function viewHealth(
  { models }: Channel,
  { states, result }: Pick<ChannelFacts, 'states' | 'result'>,
  keys: readonly ApiKeyView[],
): ChannelJudgement & Pick<ChannelView['health'], 'models'> {
  // There can also be states of models that only match a pattern of the channel.
  const names = new Set([
    ...models.map(({ upstream }) => upstream),
    ...states.flatMap(({ upstreamModel }) => upstreamModel ?? []),
  ]);
  const shown = [...names].map((name) => ({
    upstream_model: name,
    ...toHealth(states.find(({ upstreamModel }) => upstreamModel === name)),
  }));
  const judged = judgeChannel({
    keys: keys.map((key) => ({ ...key, name: `Key ${key.hint}` })),
    models: shown.map((model) => ({ ...model, name: model.upstream_model })),
    result,
  });
  return { ...judged, models: shown };
}

/** The health of one model of a channel. It is not better than that of the keys. */
export function getModelHealth(
  channel: Channel,
  upstreamModel: string,
  states: readonly ReportedState[],
): Health {
  const keys = viewKeys(channel, states);
  const [key] = keys;
  if (key !== undefined && isOut(keys)) {
    const { hint: _hint, ...health } = key;
    return health;
  }
  return toHealth(states.find((state) => state.upstreamModel === upstreamModel));
}

function isOut(subjects: readonly Health[]): boolean {
  return subjects.length > 0 && subjects.every(({ status }) => OUT_OF_USE.has(status));
}

function toHealth(state: ReportedState | undefined): Health {
  const status = state === undefined ? 'healthy' : getHealthStatus(state);
  if (state === undefined || status === 'healthy') return HEALTHY;
  const { reason, since, until } = state;
  return { status, reason, since: since.toISOString(), until: until.toISOString() };
}

function getHealthStatus({ state, isOver }: ReportedState): ShownHealthStatus {
  switch (state) {
    case 'closed':
      return 'healthy';
    case 'cooling':
      return isOver ? 'healthy' : 'cooling';
    case 'open':
      return isOver ? 'probe' : 'ejected';
    case 'key-refused':
      return isOver ? 'probe' : 'refused';
  }
}
