import { createServer } from 'node:net';
import { type Config } from '#config';
import { type Check, type Found, fail, ok, warn } from './finding.js';

const TIMEOUT_MS = 3_000;
const MAX_APART_MS = 5_000;

const SCHEMA_ADVICE = 'Its /readyz names the tables and columns; see the check of the database.';

/** Free for a start, or taken by a gateway that is well. */
export const checkPort: Check<Config> = {
  name: 'port',
  async look({ http: { host, port } }) {
    if (port === 0) return [ok('any free one is taken at the start')];
    const fault = await tryToListen(host, port);
    if (fault === undefined) return [ok(`${host}:${port} is free: no gateway runs there`)];
    if (fault === 'EADDRINUSE') return askWhoIsThere(host, port);
    return [
      fail(`${host}:${port} cannot be listened on (${fault})`, 'Set HOST and PORT to what this machine has.'),
    ];
  },
};

async function askWhoIsThere(host: string, port: number): Promise<Found[]> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
  const stranger = fail(
    `${host}:${port} is taken by something that is no gateway`,
    'Stop that program, or set another PORT.',
  );
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, reasons } = (await response.json()) as { status?: unknown; reasons?: unknown };
    if (status === 'ready') return [ok(`a gateway is ready at ${address}`), ...getClock(response)];
    if (status === 'schema_mismatch') {
      return [fail(`a gateway at ${address} does not serve: its database has another schema`, SCHEMA_ADVICE)];
    }
    if (status === 'degraded') {
      const said = `a gateway at ${address} is degraded (${String(reasons).slice(0, 100)})`;
      return [warn(said, 'It serves; its log says what is wrong.'), ...getClock(response)];
    }
    if (status !== 'draining') return [stranger];
    return [
      warn(`a gateway at ${address} is stopping`, 'It finishes what it has; wait, or look at its log.'),
    ];
  } catch {
    return [stranger];
  }
}

function getClock(response: Response): Found[] {
  const said = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(said) || Math.abs(said - Date.now()) < MAX_APART_MS) return [];
  const seconds = Math.round(Math.abs(said - Date.now()) / 1000);
  return [warn(`its clock is ${seconds} s away from ours`, 'Let both machines follow a time server.')];
}

/** The code of the fault, where it cannot be done. */
function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
