import { GatewayError } from '#canonical';
import {
  type Channel,
  type ChannelSettings,
  JudgedChannel,
  isSecretHeader,
  toChannelSettings,
} from '#catalog';
import { EntryProblem, listChannelProblems, readChannelEntry } from '#config';
import { type IdentityRules } from '#credentials';
import { listKnownProviders } from '#providers';
import { mergeAuth, requireAuthAgain } from './channel-auth.js';
import { readByConfigRules, toFieldProblem } from '../input/entry-error.js';
import { type ChannelChangesInput, type NewChannelInput } from './channel.dto.js';

type Input = NewChannelInput | ChannelChangesInput;
type Source = Readonly<Record<string, unknown>>;

/** What a channel becomes by these settings: what they do not mention stays, and null takes a setting away. */
export function applyChannelSettings(input: Input, rules: IdentityRules, stored?: Channel): JudgedChannel {
  const source = { ...(stored && toStoredSource(stored)), ...withoutUndefined(buildSource(input, stored)) };
  const judged = readByConfigRules(() => judge(withoutNull(source), rules, stored));
  if (stored !== undefined) requireSecretsAgain(input, stored, judged.settings);
  return judged;
}

function judge(source: Source, rules: IdentityRules, stored?: Channel): JudgedChannel {
  const settings = toChannelSettings(readChannelEntry(source, listKnownProviders()));
  return JudgedChannel.judge(settings, { declaredBy: 'api', rules, stored });
}

/** Everything that keeps these settings from becoming a channel, for whoever fills in a form. */
export function findChannelProblems(
  input: NewChannelInput,
  rules: IdentityRules,
): { field: string; message: string }[] {
  const source = withoutNull(withoutUndefined(buildSource(input, undefined)));
  const problems = listChannelProblems(source, listKnownProviders());
  try {
    if (problems.length === 0) judge(source, rules);
  } catch (error) {
    if (!(error instanceof EntryProblem)) throw error;
    problems.push(error);
  }
  return problems.map(toFieldProblem);
}

/** In the words of the config file. */
function buildSource(input: Input, stored: Channel | undefined): Source {
  return {
    name: input.name,
    provider: input.provider,
    baseUrl: input.base_url,
    apiKeys: input.api_keys,
    models: input.models,
    priority: input.priority,
    weight: input.weight,
    enabled: input.enabled,
    formats: input.formats,
    headers: mergeHeaders(input.headers, stored),
    apiVersion: input.api_version,
    region: input.region,
    project: input.project,
    location: input.location,
    auth: mergeAuth(input.auth, stored),
    maxConcurrency: input.max_concurrency,
    maxConnections: input.max_connections,
    promptCaching: input.prompt_caching,
    repair: input.repair,
    believeUpstreamCost: input.believe_upstream_cost,
    timeouts: mergeTimeouts(input.timeouts, stored),
  };
}

function toStoredSource(stored: Channel): Source {
  const { id: _id, origin: _origin, declaredBy: _declaredBy, createdAt: _createdAt, ...settings } = stored;
  const { apiKeys } = settings;
  return { ...settings, apiKeys: apiKeys.length === 0 ? undefined : apiKeys };
}

/** One by one, since those that are hidden cannot be sent back. */
function mergeHeaders(given: Input['headers'], stored: Channel | undefined): unknown {
  if (!isMap(given)) return given;
  const named = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const kept = Object.entries(stored?.headers ?? {}).filter(([name]) => !named.has(name.toLowerCase()));
  const set = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries([...kept, ...set]);
}

function mergeTimeouts(given: Input['timeouts'], stored: Channel | undefined): unknown {
  if (given === undefined || given === null) return given;
  const { connect_ms: connectMs, first_byte_ms: firstByteMs, idle_ms: idleMs, whole_ms: wholeMs } = given;
  const named = withoutUndefined({ connectMs, firstByteMs, idleMs, wholeMs });
  return withoutNull({ ...stored?.timeouts, ...named });
}

/** Whoever may change a channel may not thereby read its secrets: they do not follow it to another address. */
function requireSecretsAgain(input: Input, stored: Channel, settings: ChannelSettings): void {
  requireAuthAgain(input.auth, stored, { settings, isMoved: getPlace(stored) !== getPlace(settings) });
  if (getPlace(stored) === getPlace(settings)) return;
  if (stored.apiKeys.length > 0 && input.api_keys === undefined) {
    throw new GatewayError(
      'missing-parameter',
      '"api_keys" is required where the provider or the host of base_url changes: keys do not follow to another address.',
      { param: 'api_keys' },
    );
  }
  const hidden = Object.keys(stored.headers).find(
    (name) => isSecretHeader(name) && isKept(name, input.headers),
  );
  if (hidden === undefined) return;
  throw new GatewayError(
    'missing-parameter',
    `"headers" must say "${hidden}" again, or null for it, where the provider or the host of base_url changes.`,
    { param: 'headers' },
  );
}

function isKept(name: string, given: Input['headers']): boolean {
  if (given === null) return false;
  return !Object.keys(given ?? {}).some((other) => other.toLowerCase() === name.toLowerCase());
}

function getPlace({ provider, baseUrl }: Pick<ChannelSettings, 'provider' | 'baseUrl'>): string {
  return `${provider} ${baseUrl === undefined ? '' : new URL(baseUrl).origin}`;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutUndefined(source: Source): Source {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined));
}

function withoutNull(source: Source): Source {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null));
}
