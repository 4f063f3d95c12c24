import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Tracer } from './tracer.js';
import { readTraceContext, writeTraceContext } from './trace-context.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('the traceparent header', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [`cc-${TRACE}-${SPAN}-01-what-comes-one-day`, true],
  ])('%s is parsed', (traceparent, isSampled) => {
    expect(readTraceContext({ traceparent })).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
  });

  it.each([
    undefined,
    '',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `cc-${TRACE}-${SPAN}-01-${'x'.repeat(1_000)}`,
  ])('%s is ignored', (traceparent) => {
    expect(readTraceContext({ traceparent })).toBeUndefined();
  });

  it('is written as it was parsed, with tracestate up to a maximum length', () => {
    const headers = { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'a=1,b=2' };
    const context = readTraceContext(headers);
    expect(context === undefined ? undefined : writeTraceContext(context)).toEqual(headers);
    expect(readTraceContext({ ...headers, tracestate: 'x'.repeat(513) })).not.toHaveProperty('state');
  });
});

function decide(
  sampler: { isParentBased: boolean; ratio: number },
  headers: Record<string, string> = {},
): boolean {
  const options = {
    endpoint: 'http://127.0.0.1:1',
    headers: {},
    serviceName: 'models',
    sampler,
    gatherMs: 1_000,
  };
  return new Tracer(options, pino({ enabled: false })).begin(headers).context.isSampled;
}

describe('sampling', () => {
  const SAMPLED = { traceparent: `00-${TRACE}-${SPAN}-01` };
  const UNSAMPLED = { traceparent: `00-${TRACE}-${SPAN}-00` };

  it.each([
    [true, 1, [true, true, false]],
    [true, 0, [false, true, false]],
    [false, 1, [true, true, true]],
    [false, 0, [false, false, false]],
  ])('with isParentBased %s and ratio %d', (isParentBased, ratio, expected) => {
    const sampler = { isParentBased, ratio };
    expect([decide(sampler), decide(sampler, SAMPLED), decide(sampler, UNSAMPLED)]).toEqual(expected);
  });

  it('samples about the configured share, and the same traces everywhere', () => {
    const sampler = { isParentBased: false, ratio: 0.25 };
    const sampled = Array.from({ length: 4_000 }, () => decide(sampler)).filter(Boolean).length;
    expect(sampled).toBeGreaterThan(800);
    expect(sampled).toBeLessThan(1_200);
    const low = { traceparent: `00-${'f'.repeat(18)}${'0'.repeat(13)}1-${SPAN}-01` };
    const high = { traceparent: `00-${'0'.repeat(18)}${'f'.repeat(14)}-${SPAN}-00` };
    expect([decide(sampler, low), decide(sampler, high)]).toEqual([false, true]);
  });
});
