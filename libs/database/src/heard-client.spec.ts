import { describe, expect, it } from '@jest/globals';
import { HeardClient } from './heard-client.js';

describe('HeardClient', () => {
  it('tells its listeners of errors, and nobody where they were all removed', () => {
    const client = new HeardClient('postgres://nobody@127.0.0.1:1/nothing');
    const heard: unknown[] = [];
    client.on('error', (error) => heard.push(error.message));
    client.emit('error', new Error('terminated'));
    client.removeAllListeners();
    expect(client.emit('error', new Error('terminated again'))).toBe(false);
    expect(heard).toEqual(['terminated']);
  });
});
