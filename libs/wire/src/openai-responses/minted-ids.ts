import { createHash } from 'node:crypto';

export type ItemPrefix = 'msg' | 'rs' | 'fc' | 'fco' | 'ctc' | 'tsc' | 'cmp' | 'ig' | 'item';

/** The id of the response to a request. Its items have ids of the same stem, so that they lead back to it. */
export function toResponseId(requestId: string): string {
  return `resp_${toStem(requestId)}`;
}

export function outputItemId(prefix: ItemPrefix, requestId: string, index: number): string {
  return `${prefix}_${toStem(requestId)}o${index}`;
}

export function inputItemId(prefix: ItemPrefix, requestId: string, index: number): string {
  return `${prefix}_${toStem(requestId)}i${index}`;
}

/** The response that an item of ours belongs to; undefined where the id is not one of ours. */
export function parseItemResponseId(itemId: string): string | undefined {
  const stem = /^[a-z]+_([0-9a-f]{40})[io]\d+$/.exec(itemId)?.[1];
  return stem === undefined ? undefined : `resp_${stem}`;
}

function toStem(requestId: string): string {
  return createHash('sha256').update(requestId).digest('hex').slice(0, 40);
}
