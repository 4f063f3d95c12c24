import { wrongValue } from '../validation/faults.js';
import { checkText } from './decode-video.js';

const STATUSES = ['queued', 'in_progress', 'completed', 'failed'] as const;
const ORDERS = ['asc', 'desc'] as const;
const USUAL_LIMIT = 20;
const MAX = 100;

export interface TaskListQuery {
  limit: number;
  order: (typeof ORDERS)[number];
  after?: string;
  status?: (typeof STATUSES)[number];
  model?: string;
}

type Query = Readonly<Record<string, unknown>>;

/** Reads the query of a request for a list; its values are texts, or arrays of them. */
export function readTaskListQuery(query: Query): TaskListQuery {
  const limit = getText(query, 'limit');
  if (limit !== undefined && !isWithin(limit)) throw wrongValue('limit', `must be from 1 to ${MAX}`);
  return {
    limit: limit === undefined ? USUAL_LIMIT : Number(limit),
    order: findWord(query, 'order', ORDERS) ?? 'desc',
    after: getText(query, 'after'),
    status: findWord(query, 'status', STATUSES),
    model: getText(query, 'model'),
  };
}

function isWithin(limit: string): boolean {
  return /^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= MAX;
}

function findWord<Word extends string>(query: Query, name: string, words: readonly Word[]): Word | undefined {
  const value = getText(query, name);
  const word = words.find((one) => one === value);
  if (value !== undefined && word === undefined) throw wrongValue(name, `must be one of ${words.join(', ')}`);
  return word;
}

/** An empty one counts as absent. */
function getText(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw wrongValue(name, 'must not be given more than once');
  checkText(value, name);
  return value;
}
