import { type CacheBreakpoint, type JsonObject } from '#canonical';
import { type Field } from './field.js';

const LIFETIMES = ['5m', '1h'] as const;

/** The breakpoint that a block sets, as a member to be spread. */
export function decodeCache(block: Field): { cache?: CacheBreakpoint } {
  const control = block.member('cache_control');
  if (control.isAbsent) return {};
  control.member('type').oneOf(['ephemeral']);
  const ttl = control.member('ttl').optional((field) => field.oneOf(LIFETIMES));
  return { cache: ttl === undefined ? {} : { ttl } };
}

export function encodeCache(cache: CacheBreakpoint | undefined): JsonObject {
  if (cache === undefined) return {};
  return { cache_control: { type: 'ephemeral', ...(cache.ttl === undefined ? {} : { ttl: cache.ttl }) } };
}
