import { get } from 'node:http';

const { PORT = '3000', MODELGATE_ALLOWED_HOSTS = '' } = process.env;
const timeoutMs = 4_000;

// If the allowed hosts are limited, the check must use one of them.
const [host = 'localhost'] = MODELGATE_ALLOWED_HOSTS.split(/[\s,]+/).filter(Boolean);
const request = get({
  host: '127.0.0.1',
  port: Number(PORT || 3000),
  path: '/readyz',
  headers: { host },
  timeout: timeoutMs,
});
request.on('response', (response) => process.exit(response.statusCode === 200 ? 0 : 1));
request.on('timeout', () => request.destroy(new Error(`no response within ${timeoutMs} ms`)));
request.on('error', (error) => {
  process.stdout.write(`${error.message}\n`);
  process.exit(1);
});
