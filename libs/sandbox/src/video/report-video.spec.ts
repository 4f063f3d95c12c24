import { describe, expect, it } from '@jest/globals';
import { readDirectives } from '../directives.js';
import { type VideoState } from './videos.js';
import { reportVideo, type VideoReport } from './report-video.js';

const FINISHED: VideoState = { kind: 'finished', video: Buffer.alloc(1) };

function report(prompt: string, elapsedMs: number, state: VideoState = FINISHED): VideoReport {
  const video = { directives: readDirectives(prompt).directives, startedAtMs: 1000 };
  return reportVideo(video, 1000 + elapsedMs, () => state);
}

const failIfStarted = (): VideoState => {
  throw new Error('this video was not to be made');
};

describe('reportVideo', () => {
  it.each<[VideoState, VideoReport]>([
    [{ kind: 'waiting' }, { status: 'queued', progress: 0 }],
    [
      { kind: 'working', progress: 0.427 },
      { status: 'in_progress', progress: 42 },
    ],
    [
      { kind: 'working', progress: 1 },
      { status: 'in_progress', progress: 99 },
    ],
    [FINISHED, { status: 'completed', progress: 100 }],
    [
      { kind: 'failed', message: 'oh' },
      { status: 'failed', progress: 0, message: 'oh' },
    ],
  ])('reports the state %j', (state, expected) => {
    expect(report('A boat', 0, state)).toEqual(expected);
  });

  it('reports at most 99 percent until a slow video is complete', () => {
    expect(report('[[slow=20]]', 5_000)).toEqual({ status: 'in_progress', progress: 25 });
    expect(report('[[slow=20]]', 19_999)).toEqual({ status: 'in_progress', progress: 99 });
    expect(report('[[slow=20]]', 20_000).status).toBe('completed');
    expect(report('[[slow=20]]', 20_000, { kind: 'working', progress: 0.3 }).progress).toBe(30);
  });

  it('advances in steps of a tenth', () => {
    expect(report('[[pace=100]]', 250)).toEqual({ status: 'in_progress', progress: 20 });
    expect(report('[[pace=100]]', 1_000).status).toBe('completed');
  });

  it('fails after some progress', () => {
    expect(report('[[fail]]', 0)).toEqual({ status: 'in_progress', progress: 0 });
    expect(report('[[fail]]', 600)).toEqual({ status: 'in_progress', progress: 30 });
    expect(report('[[fail]]', 800)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('fail'),
    });
    expect(report('[[fail]] [[slow=20]]', 7_000)).toEqual({ status: 'in_progress', progress: 35 });
    expect(report('[[fail]] [[slow=20]]', 8_000).status).toBe('failed');
  });

  it('never finishes, but advances', () => {
    expect(report('[[never]]', 60_000)).toEqual({ status: 'in_progress', progress: 39 });
    expect(report('[[never]]', 86_400_000)).toEqual({ status: 'in_progress', progress: 99 });
  });

  it('does not start a video that is not needed', () => {
    for (const prompt of ['[[fail]]', '[[never]]', '[[badfile]]']) {
      const { directives } = readDirectives(prompt);
      expect(reportVideo({ directives, startedAtMs: 0 }, 100, failIfStarted).progress).toBeGreaterThanOrEqual(
        0,
      );
    }
  });

  it('accepts a clock that was set back', () => {
    expect(report('[[slow=20]]', -5_000)).toEqual({ status: 'in_progress', progress: 0 });
  });
});
