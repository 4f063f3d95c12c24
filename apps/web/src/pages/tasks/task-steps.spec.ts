import { describe, expect, it } from '@jest/globals';
import { toSteps } from './task-steps.js';

function entry(kind: string, detail: object | null = null) {
  return { at: '2026-03-01T10:00:00Z', kind, from_phase: null, to_phase: 'polling', detail: detail as never };
}

describe('toSteps', () => {
  it('tells what happened in words', () => {
    const steps = toSteps([
      entry('accepted'),
      entry('submitting', { channel: 'kling', upstreamModel: 'v2' }),
      entry('refused', { code: 429 }),
    ]);
    expect(steps.map(({ title, detail }) => [title, detail])).toEqual([
      ['Accepted', 'The money for it was set aside.'],
      ['Sent to kling', 'v2'],
      ['Refused by the upstream', 'It answered as status 429.'],
    ]);
  });

  it('keeps only the last of several steps of progress', () => {
    const steps = toSteps([
      entry('progress', { progress: 10 }),
      entry('progress', { progress: 60 }),
      entry('finalizing'),
    ]);
    expect(steps.map(({ title }) => title)).toEqual(['60 % done', 'Made']);
  });

  it('shows what it does not know by its name', () => {
    expect(toSteps([entry('teleported')])[0]?.title).toBe('teleported');
  });
});
