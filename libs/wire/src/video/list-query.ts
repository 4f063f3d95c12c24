import { wrongValue } from '../validation/faults.js';
import { checkText } from './decode-video.js';

const STATUSES = ['queued', 'in_progress', 'completed', 'failed'] as const;
const ORDERS = ['asc', 'desc'] as const;
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

export interface TaskListQuery {
  limit: number;
  order: (typeof ORDERS)[number];
  after?: string;
  status?: (typeof STATUSES)[number];
  model?: string;
}

type Query = Readonly<Record<string, unknown>>;

/** Parses the query of a list. Its values are strings or arrays of strings. */
export function readTaskListQuery(query: Query): TaskListQuery {
  const limit = getText(query, 'limit');
  if (limit !== undefined && !isValidLimit(limit))
    throw wrongValue('limit', `must be between 1 and ${MAX_LIMIT}`);
  return {
    limit: limit === undefined ? DEFAULT_LIMIT : Number(limit),
    order: readEnum(query, 'order', ORDERS) ?? 'desc',
    after: getText(query, 'after'),
    status: readEnum(query, 'status', STATUSES),
    model: getText(query, 'model'),
  };
}

function isValidLimit(limit: string): boolean {
  return /^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= MAX_LIMIT;
}

function readEnum<Word extends string>(query: Query, name: string, words: readonly Word[]): Word | undefined {
  const value = getText(query, name);
  const word = words.find((one) => one === value);
  if (value !== undefined && word === undefined) throw wrongValue(name, `must be one of ${words.join(', ')}`);
  return word;
}

/** An empty parameter counts as absent. */
function getText(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw wrongValue(name, 'must not occur more than once');
  checkText(value, name);
  return value;
}
