import { type ChildProcess } from 'node:child_process';

/** Set in the environment of a child whose supervisor is still starting the database. */
const FOLLOWS_VARIABLE = 'MODELGATE_DATABASE_FOLLOWS';
const MESSAGE_TYPE = 'where is the database';

interface DatabaseMessage {
  type: typeof MESSAGE_TYPE;
  url: string;
}

/** The environment of a child that is started before the database, so that it loads its code meanwhile. */
export function withFollowingDatabase(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, [FOLLOWS_VARIABLE]: '1' };
}

/** Sends the database URL to a child that has requested it, when the database is available. */
export function tellDatabase(child: ChildProcess, url: Promise<string>): void {
  const send = (databaseUrl: string): void => {
    if (child.connected) child.send({ type: MESSAGE_TYPE, url: databaseUrl }, () => undefined);
  };
  child.on('message', (message) => {
    // If the database does not start, the supervisor ends the child.
    if (isDatabaseMessage(message)) void url.then(send);
  });
}

/** In such a child: waits for the database URL and puts it into the environment. */
export async function waitForDatabase(signal: AbortSignal): Promise<void> {
  if (process.env[FOLLOWS_VARIABLE] === undefined || process.send === undefined) return;
  signal.addEventListener('abort', exit);
  const url = await new Promise<string>((resolve) => {
    process.on('message', (message) => isDatabaseMessage(message) && resolve(message.url));
    process.send?.({ type: MESSAGE_TYPE }, undefined, undefined, () => undefined);
  });
  signal.removeEventListener('abort', exit);
  delete process.env[FOLLOWS_VARIABLE];
  process.env['DATABASE_URL'] = url;
}

/** Without a database, nothing has been started that would need a graceful stop. */
function exit(): void {
  process.exit(0);
}

function isDatabaseMessage(message: unknown): message is DatabaseMessage {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === MESSAGE_TYPE
  );
}
