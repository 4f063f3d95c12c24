import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { packResponse, pickStoredHeaders, unpackResponse } from './idempotent-response.js';

describe('a packed response', () => {
  it('is unpacked unchanged', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2_000 }),
        fc.dictionary(fc.string(), fc.string()),
        (bytes, headers) => {
          const body = Buffer.from(bytes);
          expect(unpackResponse(packResponse({ status: 200, headers }, body))).toEqual({
            facts: { status: 200, headers },
            body,
          });
        },
      ),
    );
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a byte order mark', Buffer.from('\uFEFF{"a":1}')],
    ['text beyond the first plane', Buffer.from('data: {"text":"🏔\\u2028"}\n\n')],
  ])('preserves %s', (_name, body) => {
    expect(unpackResponse(packResponse({}, body)).body).toEqual(body);
  });

  it('does not grow if it is text', () => {
    const body = Buffer.from('"quoted"\n\0'.repeat(1_000));
    expect(packResponse({}, body).length).toBeLessThan(body.length + 100);
  });
});

it('stores headers that describe the response, but none of one request', () => {
  const headers = {
    'Content-Type': 'application/json',
    'openai-version': '2020-10-01',
    'x-modelgate-model': 'm',
    'x-modelgate-attempts': '2',
    'x-request-id': 'r',
    'request-id': 'r',
    'x-ratelimit-remaining-requests': '3',
    'set-cookie': 'a=b',
    'retry-after': '1',
    date: 'today',
  };
  expect(pickStoredHeaders(headers, ['x-modelgate-attempts'])).toEqual({
    'content-type': 'application/json',
    'openai-version': '2020-10-01',
    'x-modelgate-model': 'm',
  });
});
