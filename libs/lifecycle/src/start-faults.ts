import { createServer } from 'node:net';
import { type Config, ConfigError, describeDatabaseFault } from '#config';

/**
 * Throws a ConfigError if the API cannot listen on its port. Another program may still take the port after the check.
 */
export async function requireFreePort({ http: { host, port } }: Pick<Config, 'http'>): Promise<void> {
  if (port === 0) return;
  const fault = await new Promise<unknown>((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
  if (fault === undefined) return;
  throw new ConfigError(describeListenFault(fault, { host, port }) ?? `PORT: ${(fault as Error).message}`);
}

/** A one-line message for an error that a restart cannot fix; undefined for other errors. */
export function describeStartFault(
  error: unknown,
  config: Pick<Config, 'http' | 'database'>,
): string | undefined {
  if (error instanceof ConfigError) return error.message;
  const listening = describeListenFault(error, config.http);
  if (listening !== undefined || config.database.kind !== 'url') return listening;
  return describeDatabaseFault(error, config.database.url);
}

function describeListenFault(
  error: unknown,
  { host, port }: { host: string; port: number },
): string | undefined {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (syscall !== 'listen' && syscall !== 'bind') return undefined;
  if (code === 'EADDRINUSE') return `PORT: ${host}:${port} is in use by another program`;
  if (code === 'EACCES') return `PORT: this user is not allowed to listen on ${host}:${port}`;
  if (code === 'EADDRNOTAVAIL') return `HOST: ${host} is not an address of this machine`;
  return undefined;
}
