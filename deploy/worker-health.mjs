import { get } from 'node:http';

/** Requests the health check of the worker, because a worker that hangs keeps its port open. */
const { MODELGATE_WORKER_PORT } = process.env;
const timeoutMs = 4_000;

const request = get({
  host: '127.0.0.1',
  port: Number(MODELGATE_WORKER_PORT || 3001),
  path: '/healthz',
  timeout: timeoutMs,
});
request.on('response', (response) => process.exit(response.statusCode === 200 ? 0 : 1));
request.on('timeout', () => request.destroy(new Error(`the worker has not reported for ${timeoutMs} ms`)));
request.on('error', (error) => {
  process.stdout.write(`${error.message}\n`);
  process.exit(1);
});
