import { expect, it } from '@jest/globals';
import { headersWorthKeeping } from './headers-worth-keeping.js';

it('keeps what describes the answer, and nothing that belongs to one request', () => {
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
  expect(headersWorthKeeping(headers, ['x-modelgate-attempts'])).toEqual({
    'content-type': 'application/json',
    'openai-version': '2020-10-01',
    'x-modelgate-model': 'm',
  });
});
