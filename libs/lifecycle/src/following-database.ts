import { type ChildProcess } from 'node:child_process';

/** In the environment of a child whose supervisor starts the database meanwhile. */
const VARIABLE = 'MODELGATE_DATABASE_FOLLOWS';
const QUESTION = 'where is the database';

interface Answer {
  type: typeof QUESTION;
  url: string;
}

/** For a child that is started before the database: it loads its code in the meantime. */
export function withFollowingDatabase(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, [VARIABLE]: '1' };
}

/** Tells a child where the database is, once it has asked and the database is there. */
export function tellDatabase(child: ChildProcess, url: Promise<string>): void {
  const tell = (known: string): void => {
    if (child.connected) child.send({ type: QUESTION, url: known }, () => undefined);
  };
  child.on('message', (message) => {
    // Where no database comes, the child is ended.
    if (isOurs(message)) void url.then(tell);
  });
}

/** In the child: waits for the database, where it follows, as if its address had been in the environment. */
export async function awaitDatabase(signal: AbortSignal): Promise<void> {
  if (process.env[VARIABLE] === undefined || process.send === undefined) return;
  signal.addEventListener('abort', leave);
  const url = await new Promise<string>((resolve) => {
    process.on('message', (message) => isOurs(message) && resolve(message.url));
    process.send?.({ type: QUESTION }, undefined, undefined, () => undefined);
  });
  signal.removeEventListener('abort', leave);
  delete process.env[VARIABLE];
  process.env['DATABASE_URL'] = url;
}

/** Before there is a database, nothing has been made that would have to end in order. */
function leave(): void {
  process.exit(0);
}

function isOurs(message: unknown): message is Answer {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === QUESTION;
}
