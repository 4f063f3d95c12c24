import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { type Scraper, requireScraper } from './require-scraper.js';

const TOKEN = 'scrape-me-please';

function refusal(scraper: Partial<Scraper>, token: string | undefined): string | undefined {
  try {
    requireScraper(
      {
        socketAddress: '127.0.0.1',
        clientAddress: '127.0.0.1',
        ...scraper,
        headers: { host: '127.0.0.1:3000', ...scraper.headers },
      },
      token,
    );
    return undefined;
  } catch (error) {
    return GatewayError.from(error).kind;
  }
}

describe('requireScraper', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1'])(
    'knows %s as this machine',
    (address) => {
      expect(refusal({ socketAddress: address, clientAddress: address }, undefined)).toBeUndefined();
    },
  );

  it.each([
    ['10.0.0.5', '10.0.0.5'],
    ['::ffff:10.0.0.5', '10.0.0.5'],
    ['2001:db8::1', '2001:db8::1'],
    ['128.0.0.1', '128.0.0.1'],
    ['127.0.0.1', '10.0.0.5'],
    ['10.0.0.5', '127.0.0.1'],
    [undefined, '127.0.0.1'],
    ['127.0.0.1', 'localhost'],
  ])('requires the token for a connection from %s for %s', (socketAddress, clientAddress) => {
    expect(refusal({ socketAddress, clientAddress }, undefined)).toBe('address-not-allowed');
    expect(refusal({ socketAddress, clientAddress }, TOKEN)).toBe('missing-credential');
  });

  it.each(['localhost', 'localhost:3000', 'LOCALHOST', '127.0.0.1', '127.3.2.1:80', '[::1]:3000'])(
    'knows the host %s as this machine',
    (host) => {
      expect(refusal({ headers: { host } }, undefined)).toBeUndefined();
    },
  );

  it.each([
    'models.example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '127.0.0.1@example.com',
    'example.com/localhost',
    '10.0.0.5',
    '[2001:db8::1]',
    '[',
    '',
    undefined,
  ])('requires the token for the host %s', (host) => {
    expect(refusal({ headers: { host } }, undefined)).toBe('address-not-allowed');
  });

  it.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-real-ip',
    'cf-connecting-ip',
    'cf-ray',
    'true-client-ip',
    'cdn-loop',
    'x-envoy-external-address',
  ])('requires the token with %s, because it comes from a proxy', (header) => {
    expect(refusal({ headers: { [header]: '127.0.0.1' } }, undefined)).toBe('address-not-allowed');
  });

  it.each([
    [`Bearer ${TOKEN}`, undefined],
    [` bearer   ${TOKEN} `, undefined],
    [`Bearer ${TOKEN}x`, 'unknown-token'],
    [`Bearer ${TOKEN.slice(1)}`, 'unknown-token'],
    [`Bearer ${TOKEN.toUpperCase()}`, 'unknown-token'],
    ['Bearer', 'missing-credential'],
    [`Basic ${TOKEN}`, 'missing-credential'],
    [TOKEN, 'missing-credential'],
  ])('rejects %j with %s', (authorization, kind) => {
    const stranger = { socketAddress: '10.0.0.5', clientAddress: '10.0.0.5', headers: { authorization } };
    expect(refusal(stranger, TOKEN)).toBe(kind);
  });

  it('accepts no token if none is set', () => {
    const headers = { authorization: 'Bearer undefined' };
    expect(refusal({ socketAddress: '10.0.0.5', clientAddress: '10.0.0.5', headers }, undefined)).toBe(
      'address-not-allowed',
    );
  });
});
