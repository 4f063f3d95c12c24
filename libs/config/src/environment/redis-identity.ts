/** Sends one command to a Redis server. */
type SendCommand = (command: string, ...values: string[]) => Promise<unknown>;

/**
 * The end of a sentence that begins with the server, where it is one that the gateway cannot use; undefined for any other
 * server, also for one that does not say what it is.
 */
export async function findUnsupportedRedis(send: SendCommand): Promise<string | undefined> {
  const { mode, role } = await readIdentity(send);
  if (mode === 'sentinel') {
    return 'is a Redis Sentinel, which is not supported: name the server that it watches, or an address that follows that one';
  }
  if (mode === 'cluster')
    return 'is part of a Redis Cluster, which is not supported: name a server of its own';
  if (role === 'replica' || role === 'slave') return 'is a replica, which takes no writes: name its primary';
  return undefined;
}

interface Identity {
  mode?: unknown;
  role?: unknown;
}

/** HELLO is known since version 6 and allowed to every user; INFO is known to all versions. */
async function readIdentity(send: SendCommand): Promise<Identity> {
  try {
    const reply = await send('HELLO');
    if (Array.isArray(reply)) return { mode: findField(reply, 'mode'), role: findField(reply, 'role') };
  } catch {
    // An older server, or one that does not allow it.
  }
  const info = String(await send('INFO').catch(() => ''));
  return { mode: /^redis_mode:(\w+)/m.exec(info)?.[1], role: /^role:(\w+)/m.exec(info)?.[1] };
}

/** A map arrives as a list of names and values by turns. */
function findField(reply: readonly unknown[], name: string): unknown {
  const index = reply.indexOf(name);
  return index % 2 === 0 ? reply[index + 1] : undefined;
}
