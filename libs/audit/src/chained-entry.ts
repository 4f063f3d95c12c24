import { createHash } from 'node:crypto';
import { type JsonValue } from '#canonical';
import { canonicalJson } from './canonical-json.js';

/** What the hash of an entry is made of; named as the columns are. */
export interface EntryContent {
  seq: number;
  /** UTC, with microseconds: `2026-11-15T08:30:00.123456Z`. */
  at: string;
  actor: JsonValue;
  action: string;
  subject_type: string;
  subject_id: string;
  subject_name: string | null;
  changes: JsonValue;
  address: string | null;
  request_id: string | null;
  /** In hex. */
  previous_hash: string;
}

/** An entry as it is stored. */
export interface ChainedEntry extends EntryContent {
  /** In hex. */
  hash: string;
}

/**
 * SHA-256 of the UTF-8 bytes of the canonical JSON (RFC 8785) of an object with exactly the members of EntryContent;
 * what has no value is null. Whoever can read the table can recompute it, in any language.
 */
export function getHash(content: EntryContent): string {
  return createHash('sha256')
    .update(canonicalJson({ ...content }))
    .digest('hex');
}
