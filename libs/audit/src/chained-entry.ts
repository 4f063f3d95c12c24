import { createHash } from 'node:crypto';
import { type JsonValue } from '#canonical';
import { canonicalJson } from './canonical-json.js';

/** The hashed content of an entry, named like the columns. */
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
  /** Hexadecimal. */
  previous_hash: string;
}

/** A stored entry. */
export interface ChainedEntry extends EntryContent {
  /** Hexadecimal. */
  hash: string;
}

/**
 * SHA-256 of the UTF-8 bytes of the canonical JSON (RFC 8785) of an object with exactly the members of EntryContent.
 * Members without a value are null. So the hash can be recomputed from the table in any language.
 */
export function computeHash(content: EntryContent): string {
  return createHash('sha256')
    .update(canonicalJson({ ...content }))
    .digest('hex');
}
