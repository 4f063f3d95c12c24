import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LogLine, TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { type FrameParts, OPCODES, RawConnection, buildFrame, closePayload } from './raw-frames.js';
import { RealtimeClient } from './realtime-client.js';

const ERROR_LEVEL = 50;
const MEBIBYTE = 1024 * 1024;
const { continuation, text, binary, close, ping, pong } = OPCODES;
const HALF_A_LETTER = Buffer.from('é').subarray(0, 1);
const OTHER_HALF = Buffer.from('é').subarray(1);
const CLEARED = 'input_audio_buffer.cleared';
const CLEAR = JSON.stringify({ type: 'input_audio_buffer.clear' });

describe('frames that no library would send', () => {
  let gateway: TestGateway;
  let url: string;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true });
    url = `${gateway.baseUrl}/realtime?model=sandbox-realtime`;
  });

  afterAll(() => gateway.stop());

  it.each<[string, FrameParts[]]>([
    ['a frame without a mask', [{ opcode: text, payload: CLEAR, isMasked: false }]],
    ['the reserved bit of compression', [{ opcode: text, payload: CLEAR, reserved: 0b100 }]],
    ['the second reserved bit', [{ opcode: text, payload: CLEAR, reserved: 0b010 }]],
    ['the third reserved bit', [{ opcode: text, payload: CLEAR, reserved: 0b001 }]],
    ['a reserved bit in a ping', [{ opcode: ping, reserved: 0b100 }]],
    ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode): [string, FrameParts[]] => [
      `opcode ${opcode}`,
      [{ opcode, payload: 'x' }],
    ]),
    ['a ping in fragments', [{ opcode: ping, isFinal: false }]],
    ['a close in fragments', [{ opcode: close, payload: closePayload(1000), isFinal: false }]],
    ['a ping of 126 bytes', [{ opcode: ping, payload: Buffer.alloc(126) }]],
    ['a close of 126 bytes', [{ opcode: close, payload: closePayload(1000, 'x'.repeat(124)) }]],
    ['the end of a message that never began', [{ opcode: continuation, payload: 'x' }]],
    [
      'a message inside another',
      [
        { opcode: text, payload: '{', isFinal: false },
        { opcode: text, payload: CLEAR },
      ],
    ],
    ['half a close code', [{ opcode: close, payload: Buffer.of(3) }]],
    ...[0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535].map((code): [string, FrameParts[]] => [
      `close code ${code}`,
      [{ opcode: close, payload: closePayload(code) }],
    ]),
  ])('closes with 1002 after %s', async (_what, frames) => {
    const connection = await begin();
    connection.send(...frames);
    expect(await readAftermath(connection)).toEqual(harmless(1002));
  });

  it.each<[string, FrameParts[]]>([
    ['a byte that is not UTF-8', [{ opcode: text, payload: Buffer.of(0x22, 0xff, 0x22) }]],
    ['an overlong encoding of a letter', [{ opcode: text, payload: Buffer.of(0xc0, 0xaf) }]],
    ['half of a surrogate pair', [{ opcode: text, payload: Buffer.of(0xed, 0xa0, 0x80) }]],
    ['a code point beyond the last', [{ opcode: text, payload: Buffer.of(0xf4, 0x90, 0x80, 0x80) }]],
    ['half a letter', [{ opcode: text, payload: HALF_A_LETTER }]],
    [
      'an incomplete letter before another one',
      [
        { opcode: text, payload: HALF_A_LETTER, isFinal: false },
        { opcode: continuation, payload: HALF_A_LETTER },
      ],
    ],
    ['a reason that is not UTF-8', [{ opcode: close, payload: closePayload(1000, Buffer.of(0xff)) }]],
  ])('closes with 1007 after %s', async (_what, frames) => {
    const connection = await begin();
    connection.send(...frames);
    expect(await readAftermath(connection)).toEqual(harmless(1007));
  });

  it.each<[string, FrameParts[]]>([
    ['17 MiB, as soon as they are announced', [{ opcode: text, claimedBytes: BigInt(17 * MEBIBYTE) }]],
    ['the largest possible frame', [{ opcode: text, claimedBytes: 0x7fff_ffff_ffff_ffffn }]],
    [
      'twice 9 MiB as one message',
      [
        { opcode: text, payload: Buffer.alloc(9 * MEBIBYTE, ' '), isFinal: false },
        { opcode: continuation, claimedBytes: BigInt(9 * MEBIBYTE) },
      ],
    ],
  ])('closes with 1009 after %s', async (_what, frames) => {
    const connection = await begin();
    connection.send(...frames);
    expect(await readAftermath(connection)).toEqual(harmless(1009));
  });

  it('closes with 1008 after too many fragments of one message', async () => {
    const connection = await begin();
    connection.send({ opcode: text, payload: '"', isFinal: false });
    const fragment = buildFrame({ opcode: continuation, payload: 'a', isFinal: false });
    const sent = await connection.repeat(fragment, 1_000_000);
    expect(await readAftermath(connection)).toEqual(harmless(1008));
    expect(sent).toBeLessThan(1_000_000);
  });

  it('closes with 1008 after too many chunks of one frame', async () => {
    const connection = await begin();
    await connection.write(buildFrame({ opcode: text, claimedBytes: BigInt(MEBIBYTE) }));
    const oneByte = Buffer.of(0x20);
    for (let sent = 0; sent < 100_000 && connection.closing === undefined; sent += 1) {
      connection.socket.write(oneByte);
      // The gateway runs in this process: it reads each byte before the next is written.
      await nextTurn();
    }
    expect(await readAftermath(connection)).toEqual(harmless(1008));
  });

  it('negotiates no compression, and so has nothing to decompress', async () => {
    const connection = await begin({ 'sec-websocket-extensions': 'permessage-deflate' });
    expect(connection.header('sec-websocket-extensions')).toBeUndefined();
    const bomb = deflateRawSync(Buffer.alloc(64 * MEBIBYTE, ' '));
    connection.send({ opcode: text, payload: bomb, reserved: 0b100 });
    expect(await readAftermath(connection)).toEqual(harmless(1002));
  });

  it.each<[string, FrameParts]>([
    ['text that is not JSON', { opcode: text, payload: '{"type": ' }],
    ['an empty message', { opcode: text }],
    ['JSON that is not an event', { opcode: text, payload: '[1]' }],
    ['an event without a type', { opcode: text, payload: '{}' }],
    ['an unknown event', { opcode: text, payload: '{"type": "session.obliterate"}' }],
    ['a binary message', { opcode: binary, payload: CLEAR }],
  ])('responds to %s with an error event, and continues', async (_what, frame) => {
    const connection = await begin();
    connection.send(frame);
    expect(await connection.nextEvent('error')).toMatchObject({
      event_id: expect.stringMatching(/^event_/),
      error: { type: 'invalid_request_error', message: expect.any(String) },
    });
    connection.sendEvent({ type: 'input_audio_buffer.clear' });
    await connection.nextEvent(CLEARED);
    connection.send({ opcode: close, payload: closePayload(1000) });
    expect(await readAftermath(connection)).toEqual(harmless(1000));
  });

  it('accepts unusual but valid frames', async () => {
    const connection = await begin();
    const event = Buffer.from(`{"type": "input_audio_buffer.clear", "event_id": "é"}`);
    const middle = event.indexOf(HALF_A_LETTER) + 1;
    connection.send(
      { opcode: pong, payload: 'nobody asked' },
      { opcode: text, payload: event.subarray(0, middle), isFinal: false },
      { opcode: ping, payload: Buffer.alloc(125, 'p') },
      { opcode: continuation, isFinal: false },
      { opcode: continuation, payload: Buffer.concat([OTHER_HALF, event.subarray(middle + 1)]) },
    );
    await connection.nextEvent(CLEARED);
    const answer = connection.frames.find(({ opcode }) => opcode === pong);
    expect(answer?.payload).toEqual(Buffer.alloc(125, 'p'));
    connection.send({ opcode: close });
    expect(await readAftermath(connection)).toEqual(harmless(1005));
  });

  it('closes the connection of a client that sends too many messages', async () => {
    const connection = await begin();
    const sent = await connection.repeat(buildFrame({ opcode: text, payload: CLEAR }), 1_000_000);
    expect(await readAftermath(connection)).toEqual(harmless(1008));
    expect(sent).toBeLessThan(1_000_000);
    expect(connection.events.at(-1)).toMatchObject({
      type: 'error',
      error: { code: 'rate_limit_exceeded' },
    });
  });

  it('buffers no responses for a client that pings and does not read', async () => {
    const connection = await begin();
    connection.socket.pause();
    const payload = Buffer.alloc(125, 'p');
    await connection.repeat(buildFrame({ opcode: ping, payload }), (24 * MEBIBYTE) / payload.length);
    connection.sendEvent({ type: 'input_audio_buffer.clear' });
    connection.socket.resume();
    // The buffers of the operating system between the two hold some megabytes.
    const isKept = (): boolean => connection.frames.length * payload.length > 16 * MEBIBYTE;
    const isOver = (): boolean =>
      connection.hasEnded || connection.events.some(({ type }) => type === CLEARED);
    await connection.until(() => isKept() || isOver() || undefined, 'what follows the pings');
    expect(isKept()).toBe(false);
    connection.socket.destroy();
  });

  async function begin(headers: Record<string, string> = {}): Promise<RawConnection> {
    const connection = await RawConnection.open(url, { authorization: `Bearer ${TEST_TOKEN}`, ...headers });
    await connection.nextEvent('session.created');
    return connection;
  }

  /** The close frame, the record, and whether anything else failed. */
  async function readAftermath(connection: RawConnection): Promise<Aftermath> {
    const closing = await connection.whenClosed();
    const line = await gateway.getLog(connection.header('x-request-id') ?? '');
    const next = await RealtimeClient.connect(url, { token: TEST_TOKEN });
    const { type: firstEvent } = await next.next('session.created');
    next.close();
    await next.whenClosed();
    const faults = gateway.logs.filter(
      ({ outcome, level }) => outcome === 'internal-error' || Number(level) >= ERROR_LEVEL,
    );
    return { closeCode: closing?.code, loggedCode: line['closeCode'], faults, firstEvent };
  }
});

interface Aftermath {
  closeCode: number | undefined;
  loggedCode: unknown;
  faults: LogLine[];
  /** The first event of the next client. */
  firstEvent: string;
}

function harmless(closeCode: number): Aftermath {
  return { closeCode, loggedCode: closeCode, faults: [], firstEvent: 'session.created' };
}
