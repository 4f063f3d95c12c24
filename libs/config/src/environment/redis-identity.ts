/** Sends one command to a Redis server. */
type SendCommand = (command: string, ...values: string[]) => Promise<unknown>;

/**
 * If the gateway cannot use this server, the reason as the rest of a sentence that begins with the server; otherwise
 * undefined, also for a server of unknown kind.
 */
export async function findUnsupportedRedis(send: SendCommand): Promise<string | undefined> {
  const { mode, role } = await readIdentity(send);
  if (mode === 'sentinel') {
    return 'is a Redis Sentinel, which is not supported: use the address of the Redis server, or one that always points to the primary';
  }
  if (mode === 'cluster')
    return 'is part of a Redis Cluster, which is not supported: use a single Redis server';
  if (role === 'replica' || role === 'slave') return 'is a read-only replica: use its primary';
  return undefined;
}

interface Identity {
  mode?: unknown;
  role?: unknown;
}

/** HELLO exists since version 6 and needs no permission; INFO exists in all versions. */
async function readIdentity(send: SendCommand): Promise<Identity> {
  try {
    const reply = await send('HELLO');
    if (Array.isArray(reply)) return { mode: findField(reply, 'mode'), role: findField(reply, 'role') };
  } catch {
    // The server is older or rejects HELLO.
  }
  const info = String(await send('INFO').catch(() => ''));
  return { mode: /^redis_mode:(\w+)/m.exec(info)?.[1], role: /^role:(\w+)/m.exec(info)?.[1] };
}

/** A map arrives as a list of alternating names and values. */
function findField(reply: readonly unknown[], name: string): unknown {
  const index = reply.indexOf(name);
  return index % 2 === 0 ? reply[index + 1] : undefined;
}
