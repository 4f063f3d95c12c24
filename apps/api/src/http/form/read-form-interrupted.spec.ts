import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../../test/eventually/index.js';
import { FormServer, type Outcome } from './testing/form-server.js';
import { field, file, buildRequestHead, buildForm } from './testing/multipart-text.js';
import { listOpenFiles } from './testing/list-open-files.js';

const FORM = buildForm(field('model', 'm'), file('file', 'x'.repeat(300_000)));
const IN_MID_FILE = FORM.subarray(0, 200_000);

describe('readForm with an incomplete upload', () => {
  let server: FormServer;

  beforeEach(async () => {
    server = await FormServer.start();
  });

  afterEach(() => server.close());

  const outcomes = async (count: number): Promise<readonly Outcome[]> =>
    eventually(async () => (server.outcomes.length >= count ? server.outcomes : undefined));

  it('leaves no files when many clients disconnect during an upload', async () => {
    const rounds = 4;
    const clientsPerRound = 20;
    for (let round = 1; round <= rounds; round += 1) {
      const sockets = await Promise.all(
        Array.from({ length: clientsPerRound }, async (_nothing, client) => {
          const socket = server.connect();
          await once(socket, 'connect');
          socket.write(buildRequestHead(FORM.length));
          const isInHeaders = client % 4 === 0;
          socket.write(isInHeaders ? FORM.subarray(0, 30) : IN_MID_FILE);
          return socket;
        }),
      );
      // In some rounds the files are still being opened, in others they are on disk.
      if (round % 2 === 0) await eventually(async () => (await server.spooled())[clientsPerRound / 2]);
      for (const [client, socket] of sockets.entries())
        if (client % 2 === 0) socket.resetAndDestroy();
        else socket.destroy();
      await outcomes(round * clientsPerRound);
    }
    expect(server.outcomes.map(({ error }) => (error as { kind?: string }).kind)).toEqual(
      Array.from({ length: rounds * clientsPerRound }, () => 'client-gone'),
    );
    await expect(server.spooled()).resolves.toEqual([]);
    expect(listOpenFiles(server.spoolFolder)).toEqual([]);
  });

  it('removes the file before it rejects', async () => {
    const socket = server.connect();
    socket.write(buildRequestHead(FORM.length));
    socket.write(IN_MID_FILE);
    await eventually(async () => (await server.spooled())[0]);
    socket.destroy();
    const [outcome] = await outcomes(1);
    expect(outcome).toMatchObject({ error: { kind: 'client-gone' }, spooled: [] });
  });

  it('refuses an upload if no bytes arrive for some time', async () => {
    server.limits = { idleMs: 50 };
    const socket = server.connect();
    socket.write(buildRequestHead(FORM.length));
    socket.write(IN_MID_FILE);
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1\.1 408 /);
    expect(server.outcomes).toMatchObject([{ error: { kind: 'request-timeout' }, spooled: [] }]);
    socket.destroy();
  });

  it('refuses an upload that takes too long in total', async () => {
    server.limits = { idleMs: 10_000, totalMs: 200 };
    const socket = server.connect();
    socket.write(buildRequestHead(FORM.length));
    socket.write(FORM.subarray(0, 1_000));
    for (let at = 1_000; at < 3_000 && server.outcomes.length === 0; at += 1) {
      socket.write(FORM.subarray(at, at + 1));
      await sleep(5);
    }
    expect(server.outcomes).toMatchObject([{ error: { kind: 'request-timeout' }, spooled: [] }]);
    socket.destroy();
  });

  it('accepts a slow upload that never pauses for too long', async () => {
    server.limits = { idleMs: 200 };
    const socket = server.connect();
    socket.write(buildRequestHead(FORM.length));
    for (let at = 0; at < FORM.length; at += 30_000) {
      socket.write(FORM.subarray(at, at + 30_000));
      await sleep(40);
    }
    const [outcome] = await outcomes(1);
    expect(outcome?.contents.map((content) => content.length)).toEqual([300_000]);
    socket.destroy();
  });

  it('responds to a too large upload before it has ended', async () => {
    server.limits = { maxBytes: 100_000 };
    const socket = server.connect();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n');
    socket.write('Content-Type: multipart/form-data; boundary=B\r\n\r\n');
    socket.write(`${IN_MID_FILE.length.toString(16)}\r\n`);
    socket.write(IN_MID_FILE);
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1\.1 413 /);
    expect(server.outcomes).toMatchObject([{ spooled: [] }]);
    socket.destroy();
  });
});
