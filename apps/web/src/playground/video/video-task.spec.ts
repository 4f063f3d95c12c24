import { describe, expect, it } from '@jest/globals';
import { adviceForTask, describeVideo, isFinished } from './video-task.js';

describe('isFinished', () => {
  it('holds for what never changes again', () => {
    const statuses = ['queued', 'in_progress', 'completed', 'failed'] as const;
    expect(statuses.map(isFinished)).toEqual([false, false, true, true]);
  });
});

describe('adviceForTask', () => {
  it('has nothing to advise about what was cancelled', () => {
    expect(adviceForTask(499)).toBeUndefined();
  });

  it('warns of paying twice where the outcome is unknown', () => {
    expect(adviceForTask(409)).toContain('not sent again');
  });

  it('has something for every other code', () => {
    expect(adviceForTask(777)).toContain('Try again');
  });
});

describe('describeVideo', () => {
  it('tells what is known', () => {
    expect(describeVideo({ width: 640, height: 360, duration: 3, fps: 12 })).toBe(
      '640 × 360, 3 s, 12 frames per second',
    );
    expect(describeVideo({ width: 640, duration: 2.0833 })).toBe('2.08 s');
    expect(describeVideo({})).toBe('');
  });
});
