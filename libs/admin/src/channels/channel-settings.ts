import { GatewayError } from '#canonical';
import {
  type Channel,
  type ChannelSettings,
  ApprovedChannel,
  isSecretHeader,
  toChannelSettings,
} from '#catalog';
import { type ChannelConfig, EntryProblem, listChannelProblems, readChannelEntry } from '#config';
import { type IdentityRules } from '#credentials';
import { listKnownProviders } from '#providers';
import { mergeAuth, requireAuthSecrets } from './channel-auth.js';
import { readByConfigRules, toFieldProblem } from '../input/entry-error.js';
import { type ChannelChangesInput, type NewChannelInput } from './channel.dto.js';

type Input = NewChannelInput | ChannelChangesInput;
type Source = Readonly<Record<string, unknown>>;

/** Applies settings to a stored or new channel. Settings that are not given stay; null removes a setting. */
export function applyChannelSettings(input: Input, rules: IdentityRules, stored?: Channel): ApprovedChannel {
  const source = { ...(stored && toStoredSource(stored)), ...withoutUndefined(buildSource(input, stored)) };
  const judged = readByConfigRules(() => judge(withoutNull(source), rules, stored));
  if (stored !== undefined) requireSecrets(input, stored, judged.settings);
  return judged;
}

function judge(source: Source, rules: IdentityRules, stored?: Channel): ApprovedChannel {
  const settings = toChannelSettings(readChannelEntry(source, listKnownProviders()));
  return ApprovedChannel.judge(settings, { declaredBy: 'api', rules, stored });
}

/** All problems of the settings of a new channel, for a form. */
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

/** The settings with the keys of the config file. */
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
  } satisfies Record<Exclude<keyof ChannelConfig, 'apiKey'>, unknown>;
}

function toStoredSource(stored: Channel): Source {
  const { id: _id, origin: _origin, declaredBy: _declaredBy, createdAt: _createdAt, ...settings } = stored;
  const { apiKeys } = settings;
  return { ...settings, apiKeys: apiKeys.length === 0 ? undefined : apiKeys };
}

/** Merges header by header, because clients cannot send hidden headers back. */
function mergeHeaders(given: Input['headers'], stored: Channel | undefined): unknown {
  if (!isMap(given)) return given;
  const givenNames = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const others = Object.entries(stored?.headers ?? {}).filter(
    ([name]) => !givenNames.has(name.toLowerCase()),
  );
  const set = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries([...others, ...set]);
}

function mergeTimeouts(given: Input['timeouts'], stored: Channel | undefined): unknown {
  if (given === undefined || given === null) return given;
  const { connect_ms: connectMs, first_byte_ms: firstByteMs, idle_ms: idleMs, whole_ms: wholeMs } = given;
  const timeouts = withoutUndefined({ connectMs, firstByteMs, idleMs, wholeMs });
  return withoutNull({ ...stored?.timeouts, ...timeouts });
}

/** Throws if stored secrets would be sent to another host: a caller that may change the channel could read them there. */
function requireSecrets(input: Input, stored: Channel, settings: ChannelSettings): void {
  requireAuthSecrets(input.auth, stored, {
    settings,
    isMoved: getAddressKey(stored) !== getAddressKey(settings),
  });
  if (getAddressKey(stored) === getAddressKey(settings)) return;
  if (stored.apiKeys.length > 0 && input.api_keys === undefined) {
    throw new GatewayError(
      'missing-parameter',
      '"api_keys" is required when the provider or the host of base_url changes: stored keys are not sent to another host.',
      { param: 'api_keys' },
    );
  }
  const hidden = Object.keys(stored.headers).find(
    (name) => isSecretHeader(name) && isUnchanged(name, input.headers),
  );
  if (hidden === undefined) return;
  throw new GatewayError(
    'missing-parameter',
    `"headers" must contain "${hidden}" again, or null to remove it, when the provider or the host of base_url changes.`,
    { param: 'headers' },
  );
}

function isUnchanged(name: string, given: Input['headers']): boolean {
  if (given === null) return false;
  return !Object.keys(given ?? {}).some((other) => other.toLowerCase() === name.toLowerCase());
}

function getAddressKey({ provider, baseUrl }: Pick<ChannelSettings, 'provider' | 'baseUrl'>): string {
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
