import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';

/**
 * A worker that lives asks Redis for work every ten seconds at most, or renews its hold on the job that it is
 * doing every fifteen. Redis knows how long each connection has been quiet, so the worker needs no port of its own.
 */
const quietLimitSeconds = 30;
const timeoutMs = 4_000;
const ownName = 'modelgate-health-check';

const { REDIS_URL, REDIS_URL_FILE } = process.env;
const address = REDIS_URL_FILE ? readFileSync(REDIS_URL_FILE, 'utf8').trim() : REDIS_URL;
const redis = new Redis(address, {
  lazyConnect: true,
  connectionName: ownName,
  connectTimeout: timeoutMs,
  commandTimeout: timeoutMs,
  retryStrategy: () => null,
});
redis.on('error', () => {});

try {
  await redis.connect();
  const own = parseClient(await redis.client('INFO'));
  const clients = (await redis.client('LIST')).trim().split('\n').map(parseClient);
  report(clients.filter(({ name, address }) => name !== ownName && address === own.address));
} catch (error) {
  fail(`Redis cannot be asked: ${error.message}`);
} finally {
  redis.disconnect();
}

function report(connections) {
  if (!connections.some(({ name }) => name.startsWith('bull:'))) return fail('no worker is connected');
  const quietSeconds = Math.min(...connections.map(({ idleSeconds }) => idleSeconds));
  if (quietSeconds > quietLimitSeconds) return fail(`the worker has been quiet for ${quietSeconds} s`);
  say(`last seen ${quietSeconds} s ago`);
}

/** One line of Redis' client list: `id=3 addr=10.0.0.4:42382 name=bull:… idle=2 …`. */
function parseClient(line) {
  const fields = Object.fromEntries(line.trim().split(' ').map(splitField));
  return {
    address: fields.addr.slice(0, fields.addr.lastIndexOf(':')),
    name: fields.name,
    idleSeconds: Number(fields.idle),
  };
}

function splitField(field) {
  const at = field.indexOf('=');
  return [field.slice(0, at), field.slice(at + 1)];
}

function fail(reason) {
  say(reason);
  process.exitCode = 1;
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
