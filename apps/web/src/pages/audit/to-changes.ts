export interface FieldChange {
  field: string;
  /** For secrets, the log records only that the value changed. */
  isSecret: boolean;
  /** Undefined if the field had no value. */
  before?: string;
  after?: string;
}

/** Converts the changes of an audit entry to readable text. */
export function toChanges(changes: Readonly<Record<string, unknown>>): FieldChange[] {
  return Object.entries(changes).map(([field, change]) => {
    const label = fieldLabel(field);
    if (!isChange(change)) return { field: label, isSecret: true };
    return { field: label, isSecret: false, before: valueText(change.from), after: valueText(change.to) };
  });
}

function isChange(change: unknown): change is { from?: unknown; to?: unknown } {
  return typeof change === 'object' && change !== null && ('from' in change || 'to' in change);
}

/** Converts `mustChangePassword` and `must_change_password` to "must change password". */
function fieldLabel(field: string): string {
  return field
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
}

function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isListOfScalars(value)) return value.length === 0 ? 'none' : value.join(', ');
  return JSON.stringify(value, null, 2);
}

function isListOfScalars(value: unknown): value is (string | number)[] {
  return (
    Array.isArray(value) && value.every((entry) => typeof entry === 'string' || typeof entry === 'number')
  );
}
