/** Measures the memory of the gateway during uploads, which must not grow with their size. Run it after a build. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { startGateway } from './gateway.mjs';

const MEGABYTE = 2 ** 20;
const SAMPLE_MS = 20;
const BOUNDARY = 'modelgate-bench';
const CASES = [
  { name: 'one upload of 200 MB', count: 1, megabytes: 200 },
  { name: '50 uploads of 20 MB at a time', count: 50, megabytes: 20 },
];

const upstream = await startUpstream();
const gateway = await startGateway(upstream.port);
const rows = [];
try {
  await upload(gateway, 1);
  for (const useCase of CASES) rows.push(await measure(useCase));
  console.table(rows);
} finally {
  await gateway.stop();
  upstream.stop();
}

async function measure({ name, count, megabytes }) {
  const baseline = gateway.residentMegabytes();
  let peak = baseline;
  const sampler = setInterval(() => {
    peak = Math.max(peak, gateway.residentMegabytes());
  }, SAMPLE_MS);
  const receivedBefore = upstream.receivedBytes();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: count }, () => upload(gateway, megabytes)));
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(sampler);
  const received = upstream.receivedBytes() - receivedBefore;
  if (received < count * megabytes * MEGABYTE) throw new Error(`only ${received} bytes came through`);
  return {
    case: name,
    'baseline MB': Math.round(baseline),
    'peak MB': Math.round(peak),
    'growth MB': Math.round(peak - baseline),
    'MB/s': Math.round((count * megabytes) / seconds),
  };
}

/** Transcribes megabytes of silence, which are streamed. */
async function upload({ origin, headers }, megabytes) {
  const { before, after } = formAround(megabytes * MEGABYTE);
  const outgoing = request(`${origin}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': before.length + megabytes * MEGABYTE + after.length,
    },
  });
  const answered = once(outgoing, 'response');
  const silence = Buffer.alloc(MEGABYTE);
  outgoing.write(before);
  for (let sent = 0; sent < megabytes; sent += 1) {
    if (!outgoing.write(silence)) await Promise.race([once(outgoing, 'drain'), answered]);
  }
  outgoing.end(after);
  const [response] = await answered;
  const text = (await response.toArray()).join('');
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}: ${text}`);
}

function formAround(fileBytes) {
  const field = (name, value) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = [
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="file"; filename="silence.wav"',
    'Content-Type: audio/wav',
    '\r\n',
  ].join('\r\n');
  return {
    before: Buffer.concat([
      Buffer.from(field('model', 'bench') + field('response_format', 'json') + file),
      wavHeader(fileBytes),
    ]),
    after: Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  };
}

/** One channel of 16 bits at 16 kHz. */
function wavHeader(dataBytes) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** Reads the whole request and then responds. */
async function startUpstream() {
  let receivedBytes = 0;
  const server = createServer((incoming, response) => {
    incoming.on('data', (chunk) => {
      receivedBytes += chunk.length;
    });
    incoming.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ text: 'silence' }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    receivedBytes: () => receivedBytes,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
