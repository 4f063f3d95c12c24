import { type JsonObject } from '#canonical';

/**
 * What a client has to say to one service only, without whatever we say ourselves: what is paid for is decided
 * by the request, in whichever spelling it is said again.
 */
export function vendorMembers(metadata: JsonObject = {}, ours: readonly string[]): JsonObject {
  const reserved = new Set(ours.map(plainName));
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !reserved.has(plainName(name))));
}

/** `durationSeconds`, `duration_seconds` and `Duration-Seconds` are one name. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
