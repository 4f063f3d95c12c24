import { describe, expect, it } from '@jest/globals';
import { SafeClient } from './safe-client.js';

describe('SafeClient', () => {
  it('emits errors to its listeners, and does not throw without listeners', () => {
    const client = new SafeClient('postgres://nobody@127.0.0.1:1/nothing');
    const received: unknown[] = [];
    client.on('error', (error) => received.push(error.message));
    client.emit('error', new Error('terminated'));
    client.removeAllListeners();
    expect(client.emit('error', new Error('terminated again'))).toBe(false);
    expect(received).toEqual(['terminated']);
  });
});
