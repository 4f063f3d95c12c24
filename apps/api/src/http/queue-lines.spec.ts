import { type IncomingMessage } from 'node:http';
import { type TokenDirectory } from '#access';
import { type Config } from '#config';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueueLines } from './queue-lines.js';

type Headers = Record<string, string>;

const CLIENT = '192.0.2.1';
const PROXY = '10.0.0.1';
const OWN_LINE = 'token-id';
const CLIENT_LINE = `address ${CLIENT}`;

const tokens = {
  find: (key: string) => (key === 'good' ? { id: OWN_LINE } : undefined),
} as unknown as TokenDirectory;

let lines: QueueLines;

beforeEach(() => {
  lines = new QueueLines(tokens, { http: { trustProxy: [`${PROXY}/32`] } } as unknown as Config);
});

function requestWith(
  headers: Headers,
  url = '/v1/chat/completions',
  remoteAddress = CLIENT,
): IncomingMessage {
  return { headers, url, socket: { remoteAddress } } as unknown as IncomingMessage;
}

describe('QueueLines', () => {
  it.each<{ headers: Headers; url?: string }>([
    { headers: { authorization: 'Bearer good' } },
    { headers: { 'x-api-key': 'good' } },
    { headers: { 'x-goog-api-key': 'good' } },
    { headers: { 'api-key': 'good' } },
    { headers: { 'sec-websocket-protocol': 'realtime, openai-insecure-api-key.good' } },
    { headers: {}, url: '/v1beta/models/gemini:generateContent?alt=sse&key=good' },
  ])('gives a token its own line, in every header and in the query: %j', ({ headers, url }) => {
    expect(lines.find(requestWith(headers, url)).key).toBe(OWN_LINE);
  });

  it.each<{ headers: Headers; url?: string }>([
    { headers: {} },
    { headers: { authorization: 'Bearer wrong' } },
    { headers: { authorization: 'Bearer mgat_unknown' } },
    { headers: { cookie: 'a=b' } },
    { headers: { cookie: 'mg_session=unknown' } },
    { headers: { 'sec-websocket-protocol': 'openai-insecure-api-key.a, openai-insecure-api-key.b' } },
    { headers: {}, url: '/v1beta/models?key=good&key=wrong' },
  ])('uses the line of the address for credentials that are not verified: %j', ({ headers, url }) => {
    expect(lines.find(requestWith(headers, url)).key).toBe(CLIENT_LINE);
  });

  it.each<Headers>([{ authorization: 'Bearer mgat_admin' }, { cookie: 'a=b; mg_session=known' }])(
    'gives a caller of the admin API its own line after its credential was accepted: %j',
    (headers) => {
      lines.noteCaller(requestWith(headers), 'user 1');
      expect(lines.find(requestWith({ ...headers, accept: '*/*' })).key).toBe('user 1');
      expect(lines.find(requestWith({ cookie: 'mg_session=other' })).key).toBe(CLIENT_LINE);
    },
  );

  it.each([
    ['192.0.2.9', PROXY, 'address 192.0.2.9'],
    [`198.51.100.7, 192.0.2.9, ${PROXY}`, PROXY, 'address 192.0.2.9'],
    ['2001:db8:1:2:3::4', PROXY, 'address 2001:db8:1:2::/64'],
    ['192.0.2.9', CLIENT, CLIENT_LINE],
  ])('uses the address %s that %s forwards: %s', (forwarded, sender, key) => {
    expect(lines.find(requestWith({ 'x-forwarded-for': forwarded }, '/', sender)).key).toBe(key);
  });
});
