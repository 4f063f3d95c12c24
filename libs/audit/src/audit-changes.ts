import { type JsonValue } from '#canonical';

/** The change of one field. A changed secret is only `changed`, without its values. */
export type AuditChange = { from: JsonValue; to: JsonValue } | 'changed';

/** Changes by field name. */
export type AuditChanges = Record<string, AuditChange>;
