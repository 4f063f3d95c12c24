import { type z } from 'zod';
import { findNearest } from '../text/nearest.js';
import { quote } from '../text/quote.js';
import { type Path, Problem, getValue } from './problem.js';
import { RULE } from './rules.js';

type Issue = z.core.$ZodIssue;

/** Keys whose values, and all values below them, must not be in messages. */
const SECRET_KEYS = new Set<PropertyKey>([
  'apiKey',
  'apiKeys',
  'key',
  // It may contain the private key by mistake.
  'publicKey',
  'secret',
  'accessKeyId',
  'secretAccessKey',
  'sessionToken',
  'credentials',
  'clientSecret',
  'headers',
]);

/** `written` is the file before references were replaced, so that messages cannot show values of the environment. */
export function describeIssues(issues: readonly Issue[], written: unknown): Problem[] {
  return issues.flatMap((issue) => describeIssue(issue, written, []));
}

function describeIssue(issue: Issue, written: unknown, parent: Path): Problem[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return [new Problem([...path, ...issue.keys.slice(0, 1)], issue.message)];
  if (issue.code === 'invalid_key') return [new Problem(path, `is not ${issue.issues[0]?.message}`)];
  if (issue.code === 'custom' && issue.params?.['rule'] === RULE.rule)
    return [new Problem(path, issue.message)];
  if (issue.code === 'invalid_union') {
    const branch = issue.errors.find((errors) => !errors.some(isOfAnotherKind));
    if (branch !== undefined) return branch.flatMap((inner) => describeIssue(inner, written, path));
  }
  return [new Problem(path, describeValue(issue, getValue(written, path), path))];
}

/** Whether the value has another type than this branch of a union. */
function isOfAnotherKind(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

function describeValue(issue: Issue, value: unknown, path: Path): string {
  const expected = issue.message;
  if (value === undefined) return `is missing: it must be ${expected}`;
  if (path.some((step) => SECRET_KEYS.has(step))) return `the value is not ${expected}`;
  if (typeof value === 'string' && !expectsCollection(issue)) {
    return `${quote(value)} is not ${expected}${issue.code === 'invalid_value' ? describeChoices(issue, value) : ''}`;
  }
  return `${getKind(value)} is not ${expected}`;
}

function expectsCollection(issue: Issue): boolean {
  return issue.code === 'invalid_type' && ['object', 'array', 'record'].includes(issue.expected);
}

function describeChoices({ values }: z.core.$ZodIssueInvalidValue, written: string): string {
  const names = values.map(String);
  const suggestion = findNearest(written, names);
  return suggestion === undefined ? ` (${names.join(', ')})` : `; did you mean "${suggestion}"?`;
}

function getKind(value: unknown): string {
  if (value === null) return 'an empty value';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? 'text' : 'a map';
}
