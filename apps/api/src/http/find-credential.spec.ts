import { describe, expect, it } from '@jest/globals';
import { type FastifyRequest } from 'fastify';
import { findCredential } from './find-credential.js';

const find = (headers: Record<string, string | string[]>, query: unknown = {}): string | undefined =>
  findCredential({ headers, query } as unknown as FastifyRequest);

describe('findCredential', () => {
  it.each([
    [{ authorization: 'Bearer t' }, 't'],
    [{ authorization: 'bEaReR    t ' }, 't'],
    [{ authorization: 'Bearer t', 'x-api-key': 'u' }, 't'],
    [{ authorization: 'Bearer ', 'x-api-key': ' u ' }, 'u'],
    [{ authorization: 'Basic t', 'x-goog-api-key': 'v' }, 'v'],
    [{ 'x-api-key': '', 'x-goog-api-key': 'v', 'api-key': 'w' }, 'v'],
    [{ 'api-key': 'w' }, 'w'],
    [{ authorization: 'Bearer a b' }, undefined],
    [{ authorization: 'Bearert' }, undefined],
    [{}, undefined],
  ])('finds in the headers %j: %s', (headers, credential) => {
    expect(find(headers)).toBe(credential);
  });

  it.each([
    [{ key: 'q' }, 'q'],
    [{ key: '' }, undefined],
    [{ key: ['q', 'r'] }, undefined],
    [undefined, undefined],
  ])('finds in the query %j: %s', (query, credential) => {
    expect(find({}, query)).toBe(credential);
  });

  it('prefers a header to the query', () => {
    expect(find({ 'api-key': 'w' }, { key: 'q' })).toBe('w');
  });
});
