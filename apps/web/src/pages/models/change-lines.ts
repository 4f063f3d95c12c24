import { type AuditEntry } from '../audit/audit-queries.js';
import { toChanges } from '../audit/to-changes.js';

/** Audit entries about several models have a line for each of them in this field. */
const LISTS: Readonly<Record<string, string>> = { 'models.update': 'models', 'config.apply': 'entries' };

export interface ChangeLines {
  /** The names of the changed settings. */
  settings: string[];
  /** The changed facts, with both values. */
  facts: string[];
  /** The sources of the new facts. */
  sources: string[];
}

type ModelChange = Pick<AuditEntry, 'action'> & { changes: Readonly<Record<string, unknown>> };

export function readChangeLines({ action, changes }: ModelChange): ChangeLines {
  const list = LISTS[action];
  if (list === undefined) {
    return { settings: toChanges(changes).map(({ field }) => field), facts: [], sources: [] };
  }
  const lines = readTexts(changes[list]).map(parseLine);
  const hasSeveralModels = new Set(lines.map(({ name }) => name)).size > 1;
  return {
    settings: [],
    facts: lines.flatMap(({ name, facts }) =>
      hasSeveralModels ? facts.map((fact) => `${name}: ${fact}`) : facts,
    ),
    // The audit log shows the hash.
    sources: readTexts(changes['sources']).map((source) => source.split(' (SHA-256')[0] ?? source),
  };
}

/** Parses `openai gpt-5: changed; price.inputPerMTok: 1.25 → 1`. The word "changed" is dropped if there are details. */
function parseLine(line: string): { name: string; facts: string[] } {
  const [name = '', rest = ''] = splitOnce(line, ': ');
  const [change = '', ...facts] = rest.split('; ');
  return { name, facts: facts.length === 0 ? [change] : facts };
}

function splitOnce(text: string, separator: string): string[] {
  const position = text.indexOf(separator);
  return position === -1 ? [text] : [text.slice(0, position), text.slice(position + separator.length)];
}

function readTexts(change: unknown): string[] {
  const list = typeof change === 'object' && change !== null && 'to' in change ? change.to : undefined;
  return Array.isArray(list) ? list.filter((line): line is string => typeof line === 'string') : [];
}
