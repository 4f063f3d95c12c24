import { Agent, request } from 'node:http';

/** A fixed number of requests, so many at a time; answers how long they took. */
export async function runLoad({ url, headers, body, count, concurrency }) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const bytes = Buffer.from(body);
  const latencies = [];
  let left = count;
  const startedAt = performance.now();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const sentAt = performance.now();
      await send(url, { agent, headers: { ...headers, 'content-length': bytes.length }, bytes });
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const quantile = (q) => latencies[Math.min(Math.floor(q * latencies.length), latencies.length - 1)];
  return { perSecond: count / seconds, p50: quantile(0.5), p99: quantile(0.99) };
}

function send(url, { agent, headers, bytes }) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      response.resume().on('end', resolve).on('error', reject);
    });
    outgoing.on('error', reject).end(bytes);
  });
}
