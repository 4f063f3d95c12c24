import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { type FakeUpstream, directed, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, channelTo, eventually } from '../harness/index.js';
import { measureLeast } from '../cpu-time/index.js';
import { ApiProcesses } from '../processes/api-processes.js';

const MEGABYTE = 1_000_000;
const FLOOD_BYTES = 200 * MEGABYTE;
const WARM_UP_BYTES = 20 * MEGABYTE;
const MAX_GROWTH_BYTES = 32 * 1024 * 1024;
const QUIET_MS = 1_000;
const TIMEOUT_MS = 60_000;

describe('a flood, through a gateway in a separate process', () => {
  let upstream: FakeUpstream;
  let deafService: WebSocketServer;
  let gateways: ApiProcesses;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    deafService = await startDeafService();
    const { port } = deafService.address() as AddressInfo;
    const formats = ['openai-realtime'];
    const deaf = { url: `http://127.0.0.1:${port}/v1` };
    const config = {
      tokens: [{ name: 'test', key: TEST_TOKEN }],
      channels: [
        { ...channelTo(upstream), formats },
        { ...channelTo(deaf), formats, name: 'deaf', models: ['deaf'] },
      ],
    };
    gateways = await ApiProcesses.start(1, config, {});
  });

  afterAll(async () => {
    await gateways.remove();
    for (const socket of deafService.clients) socket.terminate();
    deafService.close();
    await upstream.close();
  });

  it('of audio for a client that does not read is held back at the service, and is complete in the end', async () => {
    let connections = 1;
    // The memory that the process needs to forward frames at all is not caused by a slow client.
    const warmUp = await begin('m');
    askForFlood(warmUp.socket, WARM_UP_BYTES);
    await eventually(() => warmUp.isAnswered || undefined, TIMEOUT_MS);
    warmUp.socket.close();
    const pourIntoDeafClient = async (): Promise<number> => {
      const client = await begin('m');
      const connection = await upstream.realtime.waitForConnection(connections);
      connections += 1;
      const memory = new MemoryGrowth(gatewayPid());
      client.socket.pause();
      askForFlood(client.socket, FLOOD_BYTES);
      const heldBackAtBytes = await untilQuiet(() => connection.bytesWritten, memory);
      const whilePaused = memory.look();
      client.socket.resume();
      await eventually(() => {
        memory.look();
        return client.isAnswered || undefined;
      }, TIMEOUT_MS);
      print('paused client', heldBackAtBytes, whilePaused, memory.maxBytes);
      expect(heldBackAtBytes).toBeLessThan(MAX_GROWTH_BYTES);
      expect(client.receivedBytes).toBeGreaterThan(FLOOD_BYTES);
      client.socket.close();
      return memory.maxBytes;
    };
    // Garbage collection is random; the retained memory is the same each time.
    expect(await measureLeast(MAX_GROWTH_BYTES, pourIntoDeafClient, 3)).toBeLessThan(MAX_GROWTH_BYTES);
  });

  it('of audio for a service that does not read is held back at the client', async () => {
    const pourIntoDeafService = async (): Promise<number> => {
      const client = await begin('deaf');
      const memory = new MemoryGrowth(gatewayPid());
      const frame = JSON.stringify({ type: 'input_audio_buffer.append', audio: 'A'.repeat(64 * 1024) });
      let takenBytes = 0;
      for (let sent = 0; sent < FLOOD_BYTES; sent += frame.length) {
        client.socket.send(frame, () => {
          takenBytes += frame.length;
        });
      }
      const heldBackAtBytes = await untilQuiet(() => takenBytes, memory);
      print('deaf service', heldBackAtBytes, memory.look(), memory.maxBytes);
      expect(heldBackAtBytes).toBeLessThan(MAX_GROWTH_BYTES);
      client.socket.terminate();
      return memory.maxBytes;
    };
    expect(await measureLeast(MAX_GROWTH_BYTES, pourIntoDeafService, 3)).toBeLessThan(MAX_GROWTH_BYTES);
  });

  async function begin(model: string): Promise<Listener> {
    const origin = String(gateways.origins[0]).replace(/^http/, 'ws');
    const listener = new Listener(
      new WebSocket(`${origin}/v1/realtime?model=${model}`, {
        headers: { authorization: `Bearer ${TEST_TOKEN}` },
      }),
    );
    await eventually(() => listener.receivedBytes > 0 || undefined);
    return listener;
  }

  function gatewayPid(): number {
    return gateways.pids[0] ?? -1;
  }
});

/** A client that only counts. */
class Listener {
  receivedBytes = 0;
  isAnswered = false;

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data: RawData) => {
      const bytes = data as Buffer;
      this.receivedBytes += bytes.length;
      if (bytes.includes('"response.done"')) this.isAnswered = true;
    });
  }
}

/** The memory of a process beyond its initial memory. */
class MemoryGrowth {
  maxBytes = 0;
  private readonly atFirstBytes: number;

  constructor(private readonly pid: number) {
    this.atFirstBytes = readResidentBytes(pid);
  }

  look(): number {
    const growthBytes = readResidentBytes(this.pid) - this.atFirstBytes;
    this.maxBytes = Math.max(this.maxBytes, growthBytes);
    return growthBytes;
  }
}

function readResidentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** A service that begins the session, and then reads nothing from the network. */
async function startDeafService(): Promise<WebSocketServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    socket.send(JSON.stringify({ type: 'session.created', event_id: 'event_1', session: { id: 'sess_1' } }));
    socket.pause();
  });
  await once(server, 'listening');
  return server;
}

function askForFlood(socket: WebSocket, sizeBytes: number): void {
  const text = directed({ kind: 'flood', sizeBytes });
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
  socket.send(JSON.stringify({ type: 'conversation.item.create', item }));
  socket.send(JSON.stringify({ type: 'response.create' }));
}

/** The count once it has not changed for a while. */
async function untilQuiet(count: () => number, memory: MemoryGrowth): Promise<number> {
  let last = 0;
  let changedAtMs = performance.now();
  return eventually(() => {
    memory.look();
    const now = count();
    if (now !== last) changedAtMs = performance.now();
    last = now;
    return now > 0 && performance.now() - changedAtMs > QUIET_MS ? now : undefined;
  }, TIMEOUT_MS);
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}

function print(what: string, heldBackAtBytes: number, pausedBytes: number, maxBytes: number): void {
  process.stdout.write(
    `${what}: held back after ${megabytes(heldBackAtBytes)} MB; the gateway grew by ${megabytes(pausedBytes)} MB ` +
      `while it waited, by ${megabytes(maxBytes)} MB at most\n`,
  );
}
