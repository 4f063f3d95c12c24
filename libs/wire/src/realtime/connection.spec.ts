import { describe, expect, it } from '@jest/globals';
import {
  type RealtimeTarget,
  getRealtimeDialect,
  isClientSecret,
  readRealtimeQuery,
  readSubprotocols,
  subprotocolToEcho,
  tokenInSubprotocols,
} from './connection.js';

describe('the dialect of a connection', () => {
  it.each([
    [{}, [], 'ga'],
    [{ 'openai-beta': 'realtime=v1' }, [], 'beta'],
    [{ 'openai-beta': 'assistants=v2, Realtime=V1' }, [], 'beta'],
    [{ 'openai-beta': ['assistants=v2', 'realtime=v1'] }, [], 'beta'],
    [{ 'openai-beta': 'assistants=v2' }, ['realtime'], 'ga'],
    [{}, ['realtime', 'openai-insecure-api-key.t', 'openai-beta.realtime-v1'], 'beta'],
  ])('with %j and %j is %s', (headers, protocols, dialect) => {
    expect(getRealtimeDialect({ headers, protocols })).toBe(dialect);
  });
});

describe('the query of a connection', () => {
  it.each<[string, RealtimeTarget]>([
    ['model=m', { kind: 'model', model: 'm' }],
    ['model=a%2Fb&key=t', { kind: 'model', model: 'a/b' }],
    ['deployment=d&api-version=2025-01-01', { kind: 'model', model: 'd' }],
    ['deployment=m&model=m', { kind: 'model', model: 'm' }],
    ['model=m&model=m', { kind: 'model', model: 'm' }],
    ['call_id=rtc_1', { kind: 'call', callId: 'rtc_1' }],
    ['intent=transcription', { kind: 'transcription' }],
  ])('%s selects the target', (query, target) => {
    expect(readRealtimeQuery(new URLSearchParams(query))).toEqual(target);
  });

  it.each([
    ['', 'model', 'missing-parameter'],
    ['model=', 'model', 'missing-parameter'],
    ['api-version=1', 'model', 'missing-parameter'],
    ['model=a&model=b', 'model', 'invalid-value'],
    ['model=a&deployment=b', 'deployment', 'invalid-value'],
    ['model=a&call_id=c', 'call_id', 'invalid-value'],
    ['model=a&intent=transcription', 'intent', 'invalid-value'],
    ['call_id=c&intent=transcription', 'intent', 'invalid-value'],
    ['intent=translation', 'intent', 'invalid-value'],
  ])('"%s" is rejected at %s with %s', (query, param, kind) => {
    expect(() => readRealtimeQuery(new URLSearchParams(query))).toThrow(
      expect.objectContaining({ param, kind }),
    );
  });
});

describe('subprotocols', () => {
  const offered = readSubprotocols(' realtime, openai-insecure-api-key.ek_1.2,openai-project.p ,');

  it('are parsed from their header', () => {
    expect(offered).toEqual(['realtime', 'openai-insecure-api-key.ek_1.2', 'openai-project.p']);
    expect(readSubprotocols(undefined)).toEqual([]);
  });

  it('can contain a token', () => {
    expect(tokenInSubprotocols(offered)).toBe('ek_1.2');
    expect(tokenInSubprotocols(['realtime', 'openai-insecure-api-key.'])).toBeUndefined();
    expect(tokenInSubprotocols(['openai-insecure-api-key.t', 'openai-insecure-api-key.t'])).toBe('t');
    expect(() => tokenInSubprotocols(['openai-insecure-api-key.t', 'openai-insecure-api-key.u'])).toThrow(
      expect.objectContaining({ kind: 'invalid-value' }),
    );
  });

  it('are echoed only if they are not secret', () => {
    expect(subprotocolToEcho(new Set(offered))).toBe('realtime');
    expect(subprotocolToEcho(['openai-insecure-api-key.t'])).toBeUndefined();
    expect(subprotocolToEcho([])).toBeUndefined();
  });

  it('distinguish client secrets from tokens', () => {
    expect([isClientSecret('ek_1'), isClientSecret('sk-1')]).toEqual([true, false]);
  });
});
