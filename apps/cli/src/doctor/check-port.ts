import { createServer } from 'node:net';
import { type Config } from '#config';
import { type Check, type CheckResult, fail, ok, warn } from './finding.js';

const TIMEOUT_MS = 3_000;
const MAX_CLOCK_OFFSET_MS = 5_000;

const SCHEMA_ADVICE = 'Its /readyz names the tables and columns. See the database check.';

/** The port must be free or in use by a gateway that is ready. */
export const checkPort: Check<Config> = {
  name: 'port',
  async run({ http: { host, port } }) {
    if (port === 0) return [ok('a free port is chosen at start')];
    const fault = await tryToListen(host, port);
    if (fault === undefined) return [ok(`${host}:${port} is free; no gateway is running`)];
    if (fault === 'EADDRINUSE') return identifyListener(host, port);
    return [
      fail(
        `cannot listen on ${host}:${port} (${fault})`,
        'Set HOST and PORT to an address and a port that this user can listen on.',
      ),
    ];
  },
};

async function identifyListener(host: string, port: number): Promise<CheckResult[]> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
  const otherProgram = fail(
    `${host}:${port} is in use by another program`,
    'Stop that program, or set another PORT.',
  );
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, reasons } = (await response.json()) as { status?: unknown; reasons?: unknown };
    if (status === 'ready') return [ok(`the gateway at ${address} is ready`), ...checkDate(response)];
    if (status === 'schema_mismatch') {
      return [
        fail(`the gateway at ${address} is not ready: its database has a different schema`, SCHEMA_ADVICE),
      ];
    }
    if (status === 'degraded') {
      const message = `the gateway at ${address} is degraded (${String(reasons).slice(0, 100)})`;
      return [warn(message, 'It serves requests. See its log for the cause.'), ...checkDate(response)];
    }
    if (status !== 'draining') return [otherProgram];
    return [warn(`the gateway at ${address} is stopping`, 'It finishes its requests. Wait, or see its log.')];
  } catch {
    return [otherProgram];
  }
}

function checkDate(response: Response): CheckResult[] {
  const dateMs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(dateMs) || Math.abs(dateMs - Date.now()) < MAX_CLOCK_OFFSET_MS) return [];
  const seconds = Math.round(Math.abs(dateMs - Date.now()) / 1000);
  return [warn(`its clock differs by ${seconds} s`, 'Synchronize both machines with a time server.')];
}

/** Undefined if the port is free, otherwise the error code. */
function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
