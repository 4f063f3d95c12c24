import { type JsonValue } from '#canonical';

/** What became of one field. Of a secret it is only said that it is another one now. */
export type AuditChange = { from: JsonValue; to: JsonValue } | 'changed';

/** By the name of the field. */
export type AuditChanges = Record<string, AuditChange>;
