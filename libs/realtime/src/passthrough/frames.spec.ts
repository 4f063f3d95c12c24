import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Frame } from '../sockets/frame.js';
import { eventually } from './__fixtures__/eventually.js';
import { Gate } from './__fixtures__/gate.js';
import { type RealtimeService, type Told } from './__fixtures__/realtime-service.js';
import { Stage } from './__fixtures__/stage.js';

const stage = new Stage();
let service: RealtimeService;
beforeEach(async () => {
  service = await stage.service();
});
afterEach(() => stage.clear());

/** Events, text that is none, and bytes, of many lengths. */
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

describe('frames', () => {
  it('reach the upstream in their order, as they are', async () => {
    const bench = stage.begin([service]);
    const frames = randomFrames(1_000);
    for (const frame of frames) await bench.session.receive(frame);
    const session = await service.session();
    await eventually(() => session.frames.length === frames.length);
    expect(session.frames).toEqual(frames);
  });

  it('reach the client in their order, as they are', async () => {
    const bench = stage.begin([service]);
    const session = await service.session();
    const frames = randomFrames(1_000);
    for (const { data, isBinary } of frames) session.socket.send(data, { binary: isBinary });
    await eventually(() => bench.heard.length === frames.length + 1);
    expect(bench.heard.slice(1)).toEqual(frames.map(({ data }) => data));
  });

  it('that come before the upstream is there wait, and then so does the client', async () => {
    const patience = new Gate();
    service.greet = async (session) => {
      await patience.opened;
      session.send({ type: 'session.created', session: {} });
    };
    const bench = stage.begin([service]);
    const megabyte = 'A'.repeat(1024 * 1024);
    const frameOf = (number: number): Frame => ({
      data: Buffer.from(`${number} ${megabyte}`),
      isBinary: false,
    });
    const early = [0, 1, 2].map((number) => bench.session.receive(frameOf(number)));
    expect(early).toEqual([undefined, undefined, undefined]);
    const late = bench.session.receive(frameOf(3));
    const session = await service.session();
    expect(await Promise.race([late, Promise.resolve('waiting')])).toBe('waiting');
    patience.open();
    await late;
    await eventually(() => session.frames.length === 4);
    expect(session.frames.map(({ data }) => data.toString('utf8', 0, 2))).toEqual(['0 ', '1 ', '2 ', '3 ']);
  });
});

describe('whoever is slow', () => {
  it('as a client keeps the upstream from saying more', async () => {
    const bench = stage.begin([service]);
    const session = await service.session();
    await bench.hears('session.created');
    const slowness = new Gate();
    bench.drained = () => slowness.opened;
    const piece = JSON.stringify({ type: 'response.output_audio.delta', delta: 'A'.repeat(64 * 1024) });
    for (let index = 0; index < 1_000; index += 1) session.socket.send(piece);
    await eventually(() => bench.heard.length === 2);
    // What neither side's kernel takes stays with the upstream.
    await eventually(() => session.socket.bufferedAmount > 1024 * 1024);
    expect(bench.heard).toHaveLength(2);
    bench.drained = () => undefined;
    slowness.open();
    await eventually(() => bench.heard.length === 1_001);
    expect(new Set(bench.heard.slice(1).map(String))).toEqual(new Set([piece]));
  });

  it('as an upstream keeps the client from saying more', async () => {
    const bench = stage.begin([service]);
    const session = await service.session();
    await bench.hears('session.created');
    session.socket.pause();
    const data = Buffer.from(
      JSON.stringify({ type: 'input_audio_buffer.append', audio: 'A'.repeat(256 * 1024) }),
    );
    let waiting: void | Promise<void> = undefined;
    let sent = 0;
    while (waiting === undefined && sent < 400) {
      waiting = bench.session.receive({ data, isBinary: false });
      sent += 1;
    }
    expect(waiting).toBeInstanceOf(Promise);
    session.socket.resume();
    await waiting;
    await eventually(() => session.frames.length === sent);
  });
});

describe('different dialects', () => {
  it('are translated between a client of today and an upstream of the first version', async () => {
    service.greet = (session) =>
      session.send(
        {
          type: 'session.created',
          event_id: 'e0',
          session: { model: 'up-m', modalities: ['text', 'audio'] },
        },
        { type: 'conversation.created', conversation: { id: 'conv' } },
      );
    const bench = stage.begin([service], { format: 'openai-realtime-beta' });
    const session = await service.session();
    expect(await bench.hears('session.created')).toMatchObject({
      session: { type: 'realtime', model: 'm', output_modalities: ['audio'] },
    });
    const append = '{"type":"input_audio_buffer.append","audio":"AAAA"}';
    await bench.say(append);
    await bench.send(
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
    await bench.hears('response.done');
    expect(bench.events.map(({ type }) => type)).toEqual([
      'session.created',
      'response.created',
      'response.output_text.delta',
      'response.done',
    ]);
    expect(bench.usage).toMatchObject([{ outcome: 'ok', usage: { inputTokens: 3, outputTokens: 1 } }]);
  });

  it('are translated between a client of the first version and an upstream of today', async () => {
    const bench = stage.begin([service], { call: { dialect: 'beta' } });
    const session = await service.session();
    await bench.hears('conversation.created');
    await bench.send({ type: 'session.update', session: { model: 'm', voice: 'ash' } });
    await eventually(() => session.frames.length === 1);
    expect(session.events).toEqual([
      {
        type: 'session.update',
        session: { type: 'realtime', model: 'up-m', audio: { output: { voice: 'ash' } } },
      },
    ]);
    session.send({ type: 'response.output_audio.delta', delta: 'AAAA' });
    await bench.hears('response.audio.delta');
  });
});

describe('the name of the model', () => {
  it('is the public one for the client, and its own for the upstream', async () => {
    const bench = stage.begin([service], { call: { model: 'channel-0/m' } });
    const session = await service.session();
    expect((await bench.hears('session.created'))['session']).toEqual({ model: 'channel-0/m' });
    session.send({ type: 'session.updated', session: { model: 'up-m-2027-01-01', voice: 'ash' } });
    expect((await bench.hears('session.updated'))['session']).toEqual({ model: 'channel-0/m', voice: 'ash' });
    for (const model of ['m', 'channel-0/m', 'up-m', 'up-m-2027-01-01']) {
      await bench.send({ type: 'session.update', session: { model } });
    }
    await eventually(() => session.frames.length === 4);
    expect(
      session.events.map(({ session: { model } = {} }: Told & { session?: { model?: string } }) => model),
    ).toEqual(['up-m', 'up-m', 'up-m', 'up-m-2027-01-01']);
  });

  it('is nobody else’s to choose', async () => {
    const bench = stage.begin([service]);
    const session = await service.session();
    await bench.send({ type: 'session.update', event_id: 'mine', session: { model: 'dearer' } });
    expect(await bench.hears('error')).toMatchObject({
      error: { code: 'invalid_value', param: 'session.model', event_id: 'mine' },
    });
    expect(session.frames).toEqual([]);
  });

  it('is left alone where it is the same', async () => {
    const text = '{"type":"session.created","session":{ "model": "m-2027-01-01" }}';
    service.greet = ({ socket }) => socket.send(text);
    const bench = stage.begin([service], { upstreamModel: 'm' });
    await bench.hears('session.created');
    expect(String(bench.heard[0])).toBe(text);
  });
});

describe('an error of the upstream', () => {
  it('goes on as it is, unless it gives something of ours away', async () => {
    const bench = stage.begin([service]);
    const session = await service.session();
    const plain = '{"type":"error","error":{ "message": "No such item." }}';
    session.socket.send(plain);
    await bench.hears('error');
    expect(String(bench.heard[1])).toBe(plain);
    session.send({ type: 'error', error: { message: 'Key sk-secret-key-of-ours is odd.', code: 'x' } });
    expect(await bench.hears('error', 2)).toEqual({
      type: 'error',
      error: { message: 'Key [hidden] is odd.', code: 'x' },
    });
  });
});
