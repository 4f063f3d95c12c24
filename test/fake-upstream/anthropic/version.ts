import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';

const VERSIONS = ['2023-06-01', '2026-10-21'] as const;

/** The two current versions differ in keys, sampling and roles. */
export type Version = (typeof VERSIONS)[number];

export function getVersion({ headers }: ReceivedRequest): Version {
  const header = headers['anthropic-version'];
  if (header === undefined) throw new Refused('anthropic-version: header is required');
  const version = VERSIONS.find((known) => known === header);
  if (!version) throw new Refused(`anthropic-version: "${header}" is not a valid version`);
  return version;
}
