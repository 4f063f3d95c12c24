import { type BegunEvent } from './begun-event.js';

/** What requests of one token to one model at one channel have in common. */
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

/** A power of two. */
const PLACES = 4096;
const HASHED_UNITS = 8;

interface Written extends Names {
  json: string;
}

const written: (Written | undefined)[] = Array.from({ length: PLACES }, () => undefined);

/** The names in a line, as JSON. Those that were written last are remembered, each in the one place that it can have. */
export function getNames(event: BegunEvent): string {
  const place = findPlace(event);
  const known = written[place];
  if (known !== undefined && isSame(known, event)) return known.json;
  const made = writeNames(event);
  written[place] = made;
  return made.json;
}

/** In one literal: objects that are put together from others are slow to read. */
function writeNames(event: BegunEvent): Written {
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

export function toNames(values: NameValues): Names {
  const [tokenId, owner, model, operation, format, channelId, channel, upstreamModel, ...rest] = values;
  const [isStreamed, priceVersion, budgetAccounts] = rest;
  const names = { tokenId, owner, model, operation, format, channelId, channel, upstreamModel };
  return {
    ...names,
    isStreamed: isStreamed === 1,
    budgetAccounts,
    ...(priceVersion === null ? {} : { priceVersion }),
  };
}

/** Anything that is quick and spreads tokens and models will do. */
function findPlace({ tokenId, model, channel, upstreamModel, isStreamed }: BegunEvent): number {
  let hash = model.length + 31 * (upstreamModel.length + 31 * (2 * channel.length + (isStreamed ? 1 : 0)));
  const units = Math.min(HASHED_UNITS, tokenId.length);
  for (let index = 0; index < units; index += 1) hash = Math.imul(hash, 31) + tokenId.charCodeAt(index);
  return (hash ^ (hash >>> 12)) & (PLACES - 1);
}

function isSame(known: Written, event: BegunEvent): boolean {
  return (
    known.tokenId === event.tokenId &&
    known.owner === event.owner &&
    known.model === event.model &&
    known.operation === event.operation &&
    known.format === event.format &&
    known.channelId === event.channelId &&
    known.channel === event.channel &&
    known.upstreamModel === event.upstreamModel &&
    known.isStreamed === event.isStreamed &&
    known.priceVersion === event.priceVersion &&
    isSameList(known.budgetAccounts, event.budgetAccounts)
  );
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) if (left[index] !== right[index]) return false;
  return true;
}
