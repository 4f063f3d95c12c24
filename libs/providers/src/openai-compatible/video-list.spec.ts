import { describe, expect, it } from '@jest/globals';
import { findProvider } from '../registry.js';
import { LIST, TASK } from './__fixtures__/video-answers.js';

const SENT = { method: 'GET', url: new URL('https://videos.example/v1/videos') } as const;
const PLACE = { baseUrl: 'https://videos.example/v1', upstreamModel: 'upstream-model' };

const video = findProvider('openai-compatible')?.video;

const listed = (times: number[], members = {}) => ({
  data: times.map((time, index) => ({ id: `v${index}`, created_at: time })),
  ...members,
});

describe('the list of videos', () => {
  it('is requested with the newest first', () => {
    expect(video?.list?.(PLACE, { images: [] }).url.href).toBe(
      'https://videos.example/v1/videos?limit=100&order=desc',
    );
  });

  it('contains what identifies each video', () => {
    expect(video?.readList?.({ ...LIST, data: [...LIST.data, TASK] }, SENT)?.videos).toEqual([
      {
        upstreamId: 'video_2',
        createdAtSeconds: 1_758_941_500,
        model: 'sora-2',
        prompt: 'A red fox in the snow',
        durationSeconds: 8,
        size: '1280x720',
      },
      expect.objectContaining({ upstreamId: 'video_1', createdAtSeconds: 1_758_941_400 }),
      { upstreamId: 'task_9f2c', memo: { isTask: true }, createdAtSeconds: 1_758_941_485, model: 'kling-v2' },
    ]);
    expect(video?.readList?.({ data: [] }, SENT)).toEqual({ videos: [] });
  });

  it.each([
    [{}],
    [{ data: {} }],
    [{ data: [null] }],
    [{ data: [{ id: 'a' }] }],
    [{ data: [{ created_at: 1 }] }],
    [{ data: [], has_more: true }],
  ])('is no evidence if it is %j', (body) => {
    expect(video?.readList?.(body, SENT)).toBeUndefined();
  });

  it.each([
    ['it says that it is the last', listed([9, 8], { has_more: false }), undefined],
    ['it is short', listed([9, 8]), undefined],
    ['it is empty', listed([], { has_more: false }), undefined],
    ['there are more', listed([9, 5], { has_more: true, last_id: 'v1' }), '?after=v1'],
    ['there are more, and no last id is named', listed([9, 5], { has_more: true }), '?after=v1'],
    ['it may have been cut', listed([19, 18, 17, 16, 15, 14, 13, 12, 11, 10]), '?after=v9'],
  ])('has a next page or not: %s', (_name, body, expected) => {
    expect(video?.readList?.(body, SENT)?.next?.url.search).toBe(expected);
  });
});
