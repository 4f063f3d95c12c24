import { type AdminScope } from '#rights';
import { ask } from './ask.js';
import { type Scene } from './matrix-rules.js';

type Member = 'member owner' | 'other member';

interface Attempt {
  /** What the caller tries to get. */
  attempt: string;
  /** Of something that belongs to the owner of the scene. Made anew for every caller that may have it. */
  path?: (scene: Scene) => Promise<`/${string}`>;
  body?: (scene: Scene) => object | Promise<object>;
  /** Puts back what others would trip over. */
  cleanUp?: (scene: Scene) => Promise<unknown>;
}

interface Gained extends Attempt {
  /** All that an admin token needs. One with `*`, and an admin, may always. */
  scopes: readonly AdminScope[];
  members?: readonly Member[];
  /** The status for callers that may. */
  allowed: number;
  /** Whether it only shows something. */
  changesNothing?: boolean;
}

/** What nobody gets, whatever their rights. */
interface Refused extends Attempt {
  refusedForAll: number;
}

export type Escalation = Gained | Refused;

/** A route that no input can turn into more than it is. */
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

/** The id of what an admin has made. */
export async function createByAdmin(
  { origin, admin }: Scene,
  path: `/${string}`,
  body: object,
): Promise<string> {
  const answer = await ask(origin, `POST ${path}`, { headers: admin.headers, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body['id']);
}
