import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { type ClientSide } from '#relay';
import { MappingClient } from './mapping-client.js';

const mapWhole = (response: JsonObject): JsonObject => ({ ...response, previous_response_id: 'resp_1' });

describe('MappingClient', () => {
  it('does not block the event loop for a large response', async () => {
    let sent: Buffer | undefined;
    const client: ClientSide = {
      signal: new AbortController().signal,
      sendWhole: (_headers, body) => {
        sent = body;
      },
      openStream: () => {
        throw new Error('nothing is streamed');
      },
    };
    const mapping = new MappingClient(client, { mapWhole, createBlockMapper: () => () => '' });
    const output = Array.from({ length: 50_000 }, (_, index) => ({ type: 'message', id: `msg_${index}` }));
    let ticks = 0;
    const count = (): void => {
      ticks += 1;
      if (sent === undefined) setImmediate(count);
    };
    setImmediate(count);
    await mapping.sendWhole({}, Buffer.from(JSON.stringify({ id: 'resp_2', output })));
    expect(ticks).toBeGreaterThan(5);
    expect(JSON.parse(String(sent))).toEqual({ id: 'resp_2', output, previous_response_id: 'resp_1' });
  });
});
