import { type AdminScope } from '#rights';
import { ask } from './ask.js';
import { type Scene } from './matrix-rules.js';

type Member = 'member owner' | 'other member';

interface Attempt {
  /** What the caller tries to get. */
  attempt: string;
  /** The path of an object of the scene's owner. Created for every caller that may have it. */
  path?: (scene: Scene) => Promise<`/${string}`>;
  body?: (scene: Scene) => object | Promise<object>;
  /** Reverts changes that would affect other attempts. */
  cleanUp?: (scene: Scene) => Promise<unknown>;
}

interface AllowedAttempt extends Attempt {
  /** All that an admin token needs. A token with `*` and an admin are always allowed. */
  scopes: readonly AdminScope[];
  members?: readonly Member[];
  /** The status for allowed callers. */
  allowed: number;
  /** Whether it only reads something. */
  changesNothing?: boolean;
}

/** What no caller gets, whatever its scopes. */
interface RejectedAttempt extends Attempt {
  refusedForAll: number;
}

export type Escalation = AllowedAttempt | RejectedAttempt;

/** A route with which no input can get more than it is for. */
export interface Unescalated {
  because: string;
}

/** Nothing less than all scopes. */
export const STAR: readonly AdminScope[] = ['*'];

export const fixed = (settings: object) => () => settings;

/** Every Linux has it. */
export const HOST_FILE = '/etc/passwd';

let count = 0;

export function freshName(noun: string): string {
  count += 1;
  return `${noun.replaceAll(' ', '-')}-${process.pid}-${count}`;
}

/** Creates an object as an admin, and returns its id. */
export async function createByAdmin(
  { origin, admin }: Scene,
  path: `/${string}`,
  body: object,
): Promise<string> {
  const answer = await ask(origin, `POST ${path}`, { headers: admin.headers, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body['id']);
}
