import { type CacheBreakpoint, type JsonObject } from '#canonical';
import { type RequestObject } from '../validation/request-object.js';

const LIFETIMES = ['5m', '1h'] as const;

/** The `cache` member of a part, to be spread; empty if the block has no breakpoint. */
export function decodeCache(block: RequestObject): { cache?: CacheBreakpoint } {
  const control = block.object('cache_control');
  if (control === undefined) return {};
  control.requiredOneOf('type', ['ephemeral']);
  const ttl = control.oneOf('ttl', LIFETIMES);
  return { cache: ttl === undefined ? {} : { ttl } };
}

export function encodeCache(cache: CacheBreakpoint | undefined): JsonObject {
  if (cache === undefined) return {};
  return { cache_control: { type: 'ephemeral', ...(cache.ttl === undefined ? {} : { ttl: cache.ttl }) } };
}
