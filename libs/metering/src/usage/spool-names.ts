import { type BegunEvent } from './begun-event.js';

/** The values that all requests of a token to a model through a channel share. */
type Names = Pick<
  BegunEvent,
  | 'tokenId'
  | 'owner'
  | 'model'
  | 'operation'
  | 'format'
  | 'channelId'
  | 'channel'
  | 'upstreamModel'
  | 'isStreamed'
  | 'priceVersion'
  | 'budgetAccounts'
>;

export type NameValues = [
  tokenId: string,
  owner: string,
  model: string,
  operation: string,
  format: string,
  channelId: string,
  channel: string,
  upstreamModel: string,
  isStreamed: 0 | 1,
  priceVersion: string | null,
  budgetAccounts: string[],
];

/** Must be a power of two. */
const CACHE_SIZE = 4096;
const HASHED_UNITS = 8;

interface CachedNames extends Names {
  json: string;
}

const cache: (CachedNames | undefined)[] = Array.from({ length: CACHE_SIZE }, () => undefined);

/** The names of an event as JSON. A direct-mapped cache holds recent ones: each hash has one entry. */
export function encodeNames(event: BegunEvent): string {
  const index = hashNames(event);
  const cached = cache[index];
  if (cached !== undefined && hasNames(cached, event)) return cached.json;
  const names = buildCachedNames(event);
  cache[index] = names;
  return names.json;
}

/** One object literal, because properties of objects built with spreads are slower to read. */
function buildCachedNames(event: BegunEvent): CachedNames {
  const { tokenId, owner, model, operation, format, channelId, channel } = event;
  const { upstreamModel, isStreamed, priceVersion, budgetAccounts } = event;
  const streamed = isStreamed ? 1 : 0;
  const route = [channelId, channel, upstreamModel, streamed, priceVersion ?? null, budgetAccounts];
  return {
    tokenId,
    owner,
    model,
    operation,
    format,
    channelId,
    channel,
    upstreamModel,
    isStreamed,
    priceVersion,
    budgetAccounts: [...budgetAccounts],
    json: JSON.stringify([tokenId, owner, model, operation, format, ...route]),
  };
}

export function decodeNames(values: NameValues): Names {
  const [tokenId, owner, model, operation, format, channelId, channel, upstreamModel, ...rest] = values;
  const [isStreamed, priceVersion, budgetAccounts] = rest;
  const names = { tokenId, owner, model, operation, format, channelId, channel, upstreamModel };
  return {
    ...names,
    isStreamed: isStreamed === 1,
    budgetAccounts,
    priceVersion: priceVersion ?? undefined,
  };
}

/** A fast hash that distributes tokens and models over the cache. */
function hashNames({ tokenId, model, channel, upstreamModel, isStreamed }: BegunEvent): number {
  let hash = model.length + 31 * (upstreamModel.length + 31 * (2 * channel.length + (isStreamed ? 1 : 0)));
  const units = Math.min(HASHED_UNITS, tokenId.length);
  for (let index = 0; index < units; index += 1) hash = Math.imul(hash, 31) + tokenId.charCodeAt(index);
  return (hash ^ (hash >>> 12)) & (CACHE_SIZE - 1);
}

function hasNames(cached: CachedNames, event: BegunEvent): boolean {
  return (
    cached.tokenId === event.tokenId &&
    cached.owner === event.owner &&
    cached.model === event.model &&
    cached.operation === event.operation &&
    cached.format === event.format &&
    cached.channelId === event.channelId &&
    cached.channel === event.channel &&
    cached.upstreamModel === event.upstreamModel &&
    cached.isStreamed === event.isStreamed &&
    cached.priceVersion === event.priceVersion &&
    isEqualList(cached.budgetAccounts, event.budgetAccounts)
  );
}

function isEqualList(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) if (left[index] !== right[index]) return false;
  return true;
}
