import { type ChatRequest, type Warning } from '#canonical';

const MAX_ENTRIES = 16;
const KEY = /^[a-zA-Z0-9\s:_@$#=/+,\-.]{1,256}$/;
const VALUE = /^[a-zA-Z0-9\s:_@$#=/+,\-.]{0,256}$/;

/** Metadata for the request log of the account, which accepts few characters. */
export function encodeMetadata(
  { metadata }: ChatRequest,
  warnings: Warning[],
): Record<string, string> | undefined {
  if (metadata === undefined) return undefined;
  const entries = Object.entries(metadata);
  const accepted = entries.filter(([key, value]) => KEY.test(key) && VALUE.test(value)).slice(0, MAX_ENTRIES);
  if (accepted.length < entries.length) {
    const reason = 'the provider accepts only letters, digits and a few other characters in metadata';
    warnings.push({ field: 'metadata', reason });
  }
  return accepted.length > 0 ? Object.fromEntries(accepted) : undefined;
}
