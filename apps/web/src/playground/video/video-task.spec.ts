import { describe, expect, it } from '@jest/globals';
import { adviceForTask, describeVideo, isFinished } from './video-task.js';

describe('isFinished', () => {
  it('is true for final states', () => {
    const statuses = ['queued', 'in_progress', 'completed', 'failed'] as const;
    expect(statuses.map(isFinished)).toEqual([false, false, true, true]);
  });
});

describe('adviceForTask', () => {
  it('is undefined for a cancelled task', () => {
    expect(adviceForTask(499)).toBeUndefined();
  });

  it('warns that the task may exist at the provider if the outcome is unknown', () => {
    expect(adviceForTask(409)).toContain('not sent again');
  });

  it('has general advice for other codes', () => {
    expect(adviceForTask(777)).toContain('Try again');
  });
});

describe('describeVideo', () => {
  it('lists the known values', () => {
    expect(describeVideo({ width: 640, height: 360, duration: 3, fps: 12 })).toBe(
      '640 × 360, 3 s, 12 frames per second',
    );
    expect(describeVideo({ width: 640, duration: 2.0833 })).toBe('2.08 s');
    expect(describeVideo({})).toBe('');
  });
});
