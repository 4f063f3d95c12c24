import { type Channel, type KnownState, apiKeyHint, fingerprintOf } from '#catalog';
import {
  type ApiKeyView,
  type ChannelView,
  type ModelStandingView,
  type ShownStanding,
} from './channel-view.dto.js';

type Known = Pick<ModelStandingView, 'standing' | 'reason' | 'since' | 'until'>;

const HEALTHY: Known = { standing: 'healthy', reason: null, since: null, until: null };
const OUT_OF_USE: ReadonlySet<ShownStanding> = new Set(['cooling', 'ejected', 'refused']);

/** How each key stands. */
export function viewKeys({ apiKeys }: Channel, states: readonly KnownState[]): ApiKeyView[] {
  return apiKeys.map((apiKey) => {
    const state = states.find(({ keyFingerprint }) => keyFingerprint === fingerprintOf(apiKey));
    return { hint: apiKeyHint(apiKey), ...knownOf(state) };
  });
}

/** How each model stands, and by these and the keys the channel as a whole. */
export function viewHealth(
  { models }: Channel,
  states: readonly KnownState[],
  keys: readonly ApiKeyView[],
): Pick<ChannelView['health'], 'standing' | 'models'> {
  // Of models that only a pattern fits some may be known, too.
  const names = new Set([
    ...models.map(({ upstream }) => upstream),
    ...states.flatMap(({ upstreamModel }) => upstreamModel ?? []),
  ]);
  const shown = [...names].map((name) => ({
    upstream_model: name,
    ...knownOf(states.find(({ upstreamModel }) => upstreamModel === name)),
  }));
  return { standing: overall(keys, shown), models: shown };
}

/** How one model of a channel stands: no better than the keys that it is asked with. */
export function standingAt(channel: Channel, upstreamModel: string, states: readonly KnownState[]): Known {
  const keys = viewKeys(channel, states);
  const [key] = keys;
  if (key !== undefined && isOut(keys)) {
    const { hint: _hint, ...known } = key;
    return known;
  }
  return knownOf(states.find((state) => state.upstreamModel === upstreamModel));
}

function overall(keys: readonly Known[], models: readonly Known[]): string {
  if (isOut(keys) || isOut(models)) return 'down';
  return [...keys, ...models].some(({ standing }) => standing !== 'healthy') ? 'degraded' : 'healthy';
}

function isOut(known: readonly Known[]): boolean {
  return known.length > 0 && known.every(({ standing }) => OUT_OF_USE.has(standing));
}

function knownOf(state: KnownState | undefined): Known {
  const standing = state === undefined ? 'healthy' : standingOf(state);
  if (state === undefined || standing === 'healthy') return HEALTHY;
  const { reason, since, until } = state;
  return { standing, reason, since: since.toISOString(), until: until.toISOString() };
}

function standingOf({ state, isOver }: KnownState): ShownStanding {
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
