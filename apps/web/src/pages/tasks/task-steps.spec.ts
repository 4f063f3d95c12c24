import { describe, expect, it } from '@jest/globals';
import { getDisplayTone, toSteps } from './task-steps.js';

function entry(kind: string, detail: object | null = null) {
  return { at: '2026-03-01T10:00:00Z', kind, from_phase: null, to_phase: 'polling', detail: detail as never };
}

describe('toSteps', () => {
  it('describes the events of a task', () => {
    const steps = toSteps([
      entry('accepted'),
      entry('submitting', { channel: 'kling', upstreamModel: 'v2' }),
      entry('refused', { code: 502, status: 401 }),
      entry('refused', { code: 429 }),
    ]);
    expect(steps.map(({ title, detail }) => [title, detail])).toEqual([
      ['Accepted', 'The estimated cost is reserved.'],
      ['Sent to kling', 'v2'],
      ['Rejected by the provider', 'Status 401'],
      ['Rejected by the provider', 'Status 429'],
    ]);
  });

  it('keeps only the last of consecutive progress events', () => {
    const steps = toSteps([
      entry('progress', { progress: 10 }),
      entry('progress', { progress: 60 }),
      entry('finalizing'),
    ]);
    expect(steps.map(({ title }) => title)).toEqual(['60% complete', 'Video ready']);
  });

  it('shows an unknown event by its name', () => {
    expect(toSteps([entry('teleported')])[0]?.title).toBe('teleported');
  });
});

describe('getDisplayTone', () => {
  it.each([
    ['plain', false, 'done'],
    ['waiting', false, 'done'],
    ['plain', true, 'plain'],
    ['waiting', true, 'waiting'],
    ['bad', false, 'bad'],
    ['good', false, 'good'],
  ] as const)('tone %s, current step: %s, returns %s', (tone, isCurrent, displayTone) => {
    expect(getDisplayTone({ tone }, isCurrent)).toBe(displayTone);
  });
});
