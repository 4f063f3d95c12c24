/** One token's requests at a steady rate, whether they are answered or not. A process of its own, told what to do. */
import { Agent, request } from 'node:http';

const TICK_MS = 1;

process.on('message', (order) => void run(order).then((result) => process.send(result)));
process.send('ready');

async function run({ url, key, body, perSecond, seconds, sockets }) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const bytes = Buffer.from(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': bytes.length,
    authorization: `Bearer ${key}`,
  };
  const answers = [];
  const startedAt = performance.now();
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - startedAt) / 1000;
      const due = Math.floor(Math.min(elapsed, seconds) * perSecond);
      while (answers.length < due) answers.push(send(url, { agent, headers, bytes }));
      if (elapsed < seconds) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const results = await Promise.all(answers);
  agent.destroy();
  const statuses = {};
  for (const { status } of results) statuses[status] = (statuses[status] ?? 0) + 1;
  return { statuses, latenciesMs: results.map(({ latencyMs }) => latencyMs) };
}

/** Never rejects: what has no status failed. */
function send(url, { agent, headers, bytes }) {
  const sentAt = performance.now();
  return new Promise((resolve) => {
    const end = (status) => resolve({ status, latencyMs: performance.now() - sentAt });
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response
        .resume()
        .on('end', () => end(response.statusCode))
        .on('error', () => end('failed'));
    });
    outgoing.on('error', () => end('failed')).end(bytes);
  });
}
