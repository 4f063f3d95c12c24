import { type ChatRequest, type Warning } from '#canonical';

const MAX_ENTRIES = 16;
const KEY = /^[a-zA-Z0-9\s:_@$#=/+,\-.]{1,256}$/;
const VALUE = /^[a-zA-Z0-9\s:_@$#=/+,\-.]{0,256}$/;

/** For the account's log of requests, which takes few characters. */
export function encodeMetadata(
  { metadata }: ChatRequest,
  warnings: Warning[],
): Record<string, string> | undefined {
  if (metadata === undefined) return undefined;
  const entries = Object.entries(metadata);
  const taken = entries.filter(([key, value]) => KEY.test(key) && VALUE.test(value)).slice(0, MAX_ENTRIES);
  if (taken.length < entries.length) {
    const reason = 'This model service keeps letters, digits and few other characters of metadata.';
    warnings.push({ field: 'metadata', reason });
  }
  return taken.length > 0 ? Object.fromEntries(taken) : undefined;
}
