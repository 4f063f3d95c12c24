import { createHash } from 'node:crypto';

export type ItemPrefix = 'msg' | 'rs' | 'fc' | 'fco' | 'ctc' | 'tsc' | 'cmp' | 'ig' | 'item';

/**
 * The id of the response to a request. The ids of its items contain the same hash, so that the response can be found
 * by them.
 */
export function toResponseId(requestId: string): string {
  return `resp_${toStem(requestId)}`;
}

export function buildOutputItemId(prefix: ItemPrefix, requestId: string, index: number): string {
  return `${prefix}_${toStem(requestId)}o${index}`;
}

export function buildInputItemId(prefix: ItemPrefix, requestId: string, index: number): string {
  return `${prefix}_${toStem(requestId)}i${index}`;
}

/** The response of an item that the gateway numbered; undefined for other ids. */
export function parseItemResponseId(itemId: string): string | undefined {
  const stem = /^[a-z]+_([0-9a-f]{40})[io]\d+$/.exec(itemId)?.[1];
  return stem === undefined ? undefined : `resp_${stem}`;
}

function toStem(requestId: string): string {
  return createHash('sha256').update(requestId).digest('hex').slice(0, 40);
}
