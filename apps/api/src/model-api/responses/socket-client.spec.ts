import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { type SessionClient } from '#realtime';
import { SocketClient } from './socket-client.js';

function connect(signal: AbortSignal): { socket: SocketClient; sent: unknown[] } {
  const sent: unknown[] = [];
  const client = { send: (frame: unknown) => sent.push(frame) } as unknown as SessionClient;
  return { socket: new SocketClient({ client, signal, streamId: undefined }), sent };
}

describe('SocketClient, with a complete response', () => {
  it('has begun when the response is sent, so that no error follows it', () => {
    const { socket, sent } = connect(new AbortController().signal);
    socket.sendWhole({}, Buffer.from('{"id":"resp_1","output":[]}'));
    expect(socket.hasBegun).toBe(true);
    expect(String(sent[0])).toContain('"type":"response.completed"');
  });

  it('sends nothing after the client has disconnected', () => {
    const { socket, sent } = connect(AbortSignal.abort(new GatewayError('client-gone', 'gone')));
    expect(() => socket.sendWhole({}, Buffer.from('{}'))).toThrow('gone');
    expect([socket.hasBegun, sent]).toEqual([false, []]);
  });
});
