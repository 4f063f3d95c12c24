import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/eventually/index.js';
import { Deferred } from '../sockets/send-queue.js';
import { type Frame } from '../sockets/frame.js';
import { type RealtimeService, type ReceivedEvent } from './__fixtures__/realtime-service.js';
import { TestSessions } from './__fixtures__/test-sessions.js';

const sessions = new TestSessions();
let service: RealtimeService;
beforeEach(async () => {
  service = await sessions.service();
});
afterEach(() => sessions.clear());

/** Events, other text, and bytes, of many lengths. */
function randomFrames(count: number): Frame[] {
  return Array.from({ length: count }, (_, index) => {
    const noise = randomBytes(index % 300).toString('base64');
    const contents = [
      JSON.stringify({ type: 'input_audio_buffer.append', audio: noise }),
      JSON.stringify({ type: 'response.output_audio.delta', delta: noise }),
      `{ "type": "made.up", "number": ${index}, "noise" :"${noise}", "says": "response.done" }`,
      `no event ${index} ${noise}`,
      randomBytes(index % 100),
    ];
    const isBinary = index % contents.length === 4;
    return { data: Buffer.from(contents[index % contents.length] ?? ''), isBinary };
  });
}

/** Each byte as a character, because Jest compares strings much faster than bytes. */
function toComparable({ data, isBinary }: Frame): unknown[] {
  return [data.toString('latin1'), isBinary];
}

describe('frames', () => {
  it('reach the upstream in order, unchanged', async () => {
    const harness = sessions.start([service]);
    const frames = randomFrames(300);
    for (const frame of frames) await harness.session.receive(frame);
    const session = await service.session();
    await eventually(() => session.frames.length === frames.length);
    expect(session.frames.map(toComparable)).toEqual(frames.map(toComparable));
  });

  it('reach the client in order, unchanged', async () => {
    const harness = sessions.start([service]);
    const session = await service.session();
    const frames = randomFrames(300);
    for (const { data, isBinary } of frames) session.socket.send(data, { binary: isBinary });
    await eventually(() => harness.received.length === frames.length + 1);
    const received = harness.received.slice(1) as Buffer[];
    expect(received.every((data) => Buffer.isBuffer(data))).toBe(true);
    expect(received.map((data) => data.toString('latin1'))).toEqual(
      frames.map(({ data }) => data.toString('latin1')),
    );
  });

  it('wait for the upstream, and then the client is paused', async () => {
    const gate = new Deferred();
    service.onConnection = async (session) => {
      await gate.promise;
      session.send({ type: 'session.created', session: {} });
    };
    const harness = sessions.start([service]);
    const megabyte = 'A'.repeat(1024 * 1024);
    const buildFrame = (number: number): Frame => ({
      data: Buffer.from(`${number} ${megabyte}`),
      isBinary: false,
    });
    const early = [0, 1, 2].map((number) => harness.session.receive(buildFrame(number)));
    expect(early).toEqual([undefined, undefined, undefined]);
    const late = harness.session.receive(buildFrame(3));
    const session = await service.session();
    expect(await Promise.race([late, Promise.resolve('waiting')])).toBe('waiting');
    gate.resolve();
    await late;
    await eventually(() => session.frames.length === 4);
    expect(session.frames.map(({ data }) => data.toString('utf8', 0, 2))).toEqual(['0 ', '1 ', '2 ', '3 ']);
  });
});

describe('backpressure', () => {
  it('of a slow client pauses the upstream', async () => {
    const harness = sessions.start([service]);
    const session = await service.session();
    await harness.waitFor('session.created');
    const gate = new Deferred();
    harness.drained = () => gate.promise;
    const chunk = JSON.stringify({ type: 'response.output_audio.delta', delta: 'A'.repeat(64 * 1024) });
    for (let index = 0; index < 300; index += 1) session.socket.send(chunk);
    await eventually(() => harness.received.length === 2);
    // The data that exceeds the socket buffers remains at the upstream.
    await eventually(() => session.socket.bufferedAmount > 1024 * 1024);
    expect(harness.received).toHaveLength(2);
    harness.drained = () => undefined;
    gate.resolve();
    await eventually(() => harness.received.length === 301);
    expect(new Set(harness.received.slice(1).map(String))).toEqual(new Set([chunk]));
  });

  it('of a slow upstream pauses the client', async () => {
    const harness = sessions.start([service]);
    const session = await service.session();
    await harness.waitFor('session.created');
    session.socket.pause();
    const data = Buffer.from(
      JSON.stringify({ type: 'input_audio_buffer.append', audio: 'A'.repeat(256 * 1024) }),
    );
    let waiting: void | Promise<void> = undefined;
    let sent = 0;
    while (waiting === undefined && sent < 400) {
      waiting = harness.session.receive({ data, isBinary: false });
      sent += 1;
    }
    expect(waiting).toBeInstanceOf(Promise);
    session.socket.resume();
    await waiting;
    await eventually(() => session.frames.length === sent);
  });
});

describe('different dialects', () => {
  it('are translated between a GA client and a beta upstream', async () => {
    service.onConnection = (session) =>
      session.send(
        {
          type: 'session.created',
          event_id: 'e0',
          session: { model: 'up-m', modalities: ['text', 'audio'] },
        },
        { type: 'conversation.created', conversation: { id: 'conv' } },
      );
    const harness = sessions.start([service], { format: 'openai-realtime-beta' });
    const session = await service.session();
    expect(await harness.waitFor('session.created')).toMatchObject({
      session: { type: 'realtime', model: 'm', output_modalities: ['audio'] },
    });
    const append = '{"type":"input_audio_buffer.append","audio":"AAAA"}';
    await harness.sendText(append);
    await harness.send(
      { type: 'session.update', session: { type: 'realtime', audio: { output: { voice: 'ash' } } } },
      { type: 'response.create', event_id: 'mine', response: { output_modalities: ['text'] } },
    );
    await eventually(() => session.frames.length === 3);
    expect(session.frames[0]?.data.toString()).toBe(append);
    expect(session.events.slice(1)).toEqual([
      { type: 'session.update', session: { voice: 'ash' } },
      { type: 'response.create', event_id: 'mine', response: { modalities: ['text'] } },
    ]);
    session.send(
      { type: 'response.created', response: { id: 'r1' } },
      { type: 'response.text.delta', response_id: 'r1', delta: 'Hi' },
      { type: 'response.done', response: { id: 'r1', usage: { input_tokens: 3, output_tokens: 1 } } },
    );
    await harness.waitFor('response.done');
    expect(harness.events.map(({ type }) => type)).toEqual([
      'session.created',
      'response.created',
      'response.output_text.delta',
      'response.done',
    ]);
    expect(harness.usage).toMatchObject([{ outcome: 'ok', usage: { inputTokens: 3, outputTokens: 1 } }]);
  });

  it('are translated between a beta client and a GA upstream', async () => {
    const harness = sessions.start([service], { call: { dialect: 'beta' } });
    const session = await service.session();
    await harness.waitFor('conversation.created');
    await harness.send({ type: 'session.update', session: { model: 'm', voice: 'ash' } });
    await eventually(() => session.frames.length === 1);
    expect(session.events).toEqual([
      {
        type: 'session.update',
        session: { type: 'realtime', model: 'up-m', audio: { output: { voice: 'ash' } } },
      },
    ]);
    session.send({ type: 'response.output_audio.delta', delta: 'AAAA' });
    await harness.waitFor('response.audio.delta');
  });
});

describe('the name of the model', () => {
  it('is the public one for the client, and the upstream model for the upstream', async () => {
    const harness = sessions.start([service], { call: { model: 'channel-0/m' } });
    const session = await service.session();
    expect((await harness.waitFor('session.created'))['session']).toEqual({ model: 'channel-0/m' });
    session.send({ type: 'session.updated', session: { model: 'up-m-2027-01-01', voice: 'ash' } });
    expect((await harness.waitFor('session.updated'))['session']).toEqual({
      model: 'channel-0/m',
      voice: 'ash',
    });
    for (const model of ['m', 'channel-0/m', 'up-m', 'up-m-2027-01-01']) {
      await harness.send({ type: 'session.update', session: { model } });
    }
    await eventually(() => session.frames.length === 4);
    expect(
      session.events.map(
        ({ session: { model } = {} }: ReceivedEvent & { session?: { model?: string } }) => model,
      ),
    ).toEqual(['up-m', 'up-m', 'up-m', 'up-m-2027-01-01']);
  });

  it('cannot be changed', async () => {
    const harness = sessions.start([service]);
    const session = await service.session();
    await harness.send({ type: 'session.update', event_id: 'mine', session: { model: 'dearer' } });
    expect(await harness.waitFor('error')).toMatchObject({
      error: { code: 'invalid_value', param: 'session.model', event_id: 'mine' },
    });
    expect(session.frames).toEqual([]);
  });

  it('is not replaced if both are equal', async () => {
    const text = '{"type":"session.created","session":{ "model": "m-2027-01-01" }}';
    service.onConnection = ({ socket }) => socket.send(text);
    const harness = sessions.start([service], { upstreamModel: 'm' });
    await harness.waitFor('session.created');
    expect(String(harness.received[0])).toBe(text);
  });
});

describe('an error of the upstream', () => {
  it('is forwarded unchanged, unless it has secrets', async () => {
    const harness = sessions.start([service]);
    const session = await service.session();
    const plain = '{"type":"error","error":{ "message": "No such item." }}';
    session.socket.send(plain);
    await harness.waitFor('error');
    expect(String(harness.received[1])).toBe(plain);
    session.send({ type: 'error', error: { message: 'Key sk-secret-key-of-ours is odd.', code: 'x' } });
    expect(await harness.waitFor('error', 2)).toEqual({
      type: 'error',
      error: { message: 'Key [hidden] is odd.', code: 'x' },
    });
  });
});
