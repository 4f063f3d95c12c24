import { type JsonObject, type JsonValue, type TokenLogprob } from '#canonical';
import { getObjects } from './json-object.js';

interface Entry {
  token: string;
  logprob: number;
  bytes: number[] | null;
}

export function encodeLogprobs(logprobs: readonly TokenLogprob[]): JsonObject[] {
  return logprobs.map(({ top, ...entry }) => ({ ...encodeEntry(entry), top_logprobs: top.map(encodeEntry) }));
}

export function decodeLogprobs(value: JsonValue | undefined): TokenLogprob[] {
  return getObjects(value).flatMap((object) => {
    const entry = decodeEntry(object);
    const top = getObjects(object['top_logprobs']).flatMap((one) => decodeEntry(one) ?? []);
    return entry === undefined ? [] : [{ ...entry, top }];
  });
}

function encodeEntry({ token, logprob, bytes }: Entry): JsonObject {
  return { token, logprob, bytes: bytes ?? [...Buffer.from(token, 'utf8')] };
}

function decodeEntry({ token, logprob, bytes }: JsonObject): Entry | undefined {
  if (typeof token !== 'string' || typeof logprob !== 'number') return undefined;
  const isBytes = Array.isArray(bytes) && bytes.every((byte) => typeof byte === 'number');
  return { token, logprob, bytes: isBytes ? bytes : null };
}
