import { describe, expect, it } from '@jest/globals';
import { type FastifyRequest } from 'fastify';
import { checkVersionHeader } from './version-header.js';

const requestWith = (headers: Record<string, string | undefined>): FastifyRequest =>
  ({ headers }) as unknown as FastifyRequest;

describe('checkVersionHeader', () => {
  it.each([{}, { 'anthropic-version': '2023-06-01' }, { 'vendor-version': '2024-02-29' }])(
    'accepts %j',
    (headers) => {
      expect(() => checkVersionHeader(requestWith(headers))).not.toThrow();
    },
  );

  it.each(['banana', '2023-6-1', '2023-02-30', '2023-13-01', '', '2023-06-01T00:00:00Z'])(
    'refuses %j',
    (version) => {
      const fault = { kind: 'invalid-value', param: 'vendor-version' };
      expect(() => checkVersionHeader(requestWith({ 'vendor-version': version }))).toThrow(
        expect.objectContaining(fault),
      );
    },
  );

  it('sets the header `anthropic-version`, which upstreams read', () => {
    const request = requestWith({ 'vendor-version': '2023-06-01' });
    checkVersionHeader(request);
    expect(request.headers['anthropic-version']).toBe('2023-06-01');
  });
});
