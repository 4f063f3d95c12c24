import { describe, expect, it } from '@jest/globals';
import { readCallReport } from './call-report.js';

const TIMES = { firstByteMs: 12, latencyMs: 80 };

describe('readCallReport', () => {
  it('reads the headers of the gateway', () => {
    const headers = new Headers({
      'x-request-id': 'req_1',
      'x-modelgate-channel': 'main',
      'x-modelgate-model': 'upstream-name',
      'x-modelgate-attempts': '2',
      'x-modelgate-warnings': 'seed, top_k',
      'x-modelgate-cost-usd': '0.00012',
    });
    expect(readCallReport(200, headers, TIMES)).toMatchObject({
      status: 200,
      requestId: 'req_1',
      channel: 'main',
      upstreamModel: 'upstream-name',
      attempts: 2,
      warnings: ['seed', 'top_k'],
      costUsd: 0.00012,
      firstByteMs: 12,
      latencyMs: 80,
    });
  });

  it('leaves values without a header undefined', () => {
    const report = readCallReport(200, new Headers({ 'x-modelgate-cost-usd': '' }), TIMES);
    expect(report).toMatchObject({
      requestId: undefined,
      attempts: undefined,
      costUsd: undefined,
      warnings: [],
    });
  });

  it('accepts a cost of zero', () => {
    expect(readCallReport(200, new Headers({ 'x-modelgate-cost-usd': '0' }), TIMES).costUsd).toBe(0);
  });
});
