import { describe, expect, it } from '@jest/globals';
import {
  type VideoTaskView,
  encodeCreatedTask,
  encodeCreatedVideo,
  encodeDeletedVideo,
  encodeTask,
  encodeTaskPage,
  encodeVideo,
} from './encode-task.js';

const QUEUED: VideoTaskView = {
  id: 'video_1',
  model: 'm',
  status: 'queued',
  progress: 0,
  request: { prompt: 'a cat' },
  createdAt: new Date('2026-05-01T10:00:00.900Z'),
  updatedAt: new Date('2026-05-01T10:00:05.000Z'),
};
const RUNNING: VideoTaskView = {
  ...QUEUED,
  status: 'in_progress',
  progress: 40,
  request: { prompt: 'a cat', durationSeconds: 4, width: 1280, height: 720, seed: 0 },
};
const COMPLETED: VideoTaskView = {
  ...RUNNING,
  status: 'completed',
  progress: 100,
  result: { extension: 'mp4', durationSeconds: 4.04, framesPerSecond: 24, width: 1920, height: 1080 },
  finishedAt: new Date('2026-05-01T10:01:00.000Z'),
};
const FAILED: VideoTaskView = {
  ...RUNNING,
  status: 'failed',
  error: { code: 403, message: 'No.' },
  finishedAt: new Date('2026-05-01T10:01:00.000Z'),
};
const LINK = { url: 'https://gateway.example.com/media/x.mp4?expires=1', expiresAtSeconds: 1_780_000_000 };
const TIMES = { created_at: 1_777_629_600, updated_at: 1_777_629_605 };

describe('a task', () => {
  it('that is queued omits unknown members', () => {
    expect(encodeTask(QUEUED, undefined)).toEqual({
      task_id: 'video_1',
      status: 'queued',
      model: 'm',
      progress: 0,
      ...TIMES,
    });
  });

  it('that is in progress has the requested properties', () => {
    expect(encodeTask(RUNNING, undefined)).toEqual({
      task_id: 'video_1',
      status: 'in_progress',
      metadata: { duration: 4, width: 1280, height: 720, seed: 0 },
      model: 'm',
      progress: 40,
      ...TIMES,
    });
  });

  it('that is completed has the properties of the video', () => {
    expect(encodeTask(COMPLETED, LINK)).toEqual({
      task_id: 'video_1',
      status: 'completed',
      url: LINK.url,
      format: 'mp4',
      metadata: { duration: 4.04, fps: 24, width: 1920, height: 1080 },
      model: 'm',
      progress: 100,
      ...TIMES,
    });
  });

  it('that is completed has metadata even if nothing is known', () => {
    expect(encodeTask({ ...COMPLETED, result: { extension: 'bin' } }, LINK)).toMatchObject({ metadata: {} });
  });

  it('that failed has an error, and nothing else', () => {
    expect(encodeTask(FAILED, undefined)).toEqual({
      task_id: 'video_1',
      status: 'failed',
      error: { code: 403, message: 'No.' },
      model: 'm',
      progress: 40,
      ...TIMES,
    });
  });

  it('has the same creation response at any later time', () => {
    const announced = {
      id: 'video_1',
      task_id: 'video_1',
      object: 'video',
      model: 'm',
      status: 'queued',
      progress: 0,
      created_at: TIMES.created_at,
    };
    expect(encodeCreatedTask(QUEUED)).toEqual(announced);
    expect(encodeCreatedTask({ ...COMPLETED, request: QUEUED.request })).toEqual(announced);
  });
});

describe('a video', () => {
  const common = {
    id: 'video_1',
    object: 'video',
    task_id: 'video_1',
    model: 'm',
    created_at: TIMES.created_at,
    prompt: 'a cat',
    remixed_from_video_id: null,
  };

  it('that is queued has null for unknown members', () => {
    const waiting = {
      ...common,
      status: 'queued',
      progress: 0,
      completed_at: null,
      expires_at: null,
      seconds: null,
      size: null,
      error: null,
    };
    expect(encodeVideo(QUEUED, undefined)).toEqual(waiting);
    expect(encodeCreatedVideo({ ...COMPLETED, request: QUEUED.request })).toEqual(waiting);
  });

  it('that is completed has its properties and the expiry of its URL', () => {
    expect(encodeVideo(COMPLETED, LINK)).toEqual({
      ...common,
      status: 'completed',
      progress: 100,
      completed_at: 1_777_629_660,
      expires_at: LINK.expiresAtSeconds,
      seconds: '4.04',
      size: '1920x1080',
      error: null,
      metadata: { url: LINK.url },
    });
  });

  it.each([
    [400, 'invalid_request'],
    [403, 'content_policy_violation'],
    [409, 'outcome_unknown'],
    [499, 'cancelled'],
    [500, 'internal_error'],
    [504, 'deadline_exceeded'],
    [999, 'internal_error'],
  ])('that failed with %s has the code %s', (code, word) => {
    expect(encodeVideo({ ...FAILED, error: { code, message: 'No.' } }, undefined)).toEqual({
      ...common,
      status: 'failed',
      progress: 40,
      completed_at: null,
      expires_at: null,
      seconds: '4',
      size: '1280x720',
      error: { code: word, message: 'No.' },
    });
  });

  it('that is deleted has a flag', () => {
    expect(encodeDeletedVideo('video_1')).toEqual({ id: 'video_1', object: 'video.deleted', deleted: true });
  });
});

const encode = ({ id }: { id: string }): { id: string } => ({ id });

describe('a page of tasks', () => {
  const tasks = ['a', 'b', 'c'].map((id) => ({ id }));

  it('reports that there are more if one more was found', () => {
    expect(encodeTaskPage(tasks, 2, encode)).toEqual({
      object: 'list',
      data: [{ id: 'a' }, { id: 'b' }],
      first_id: 'a',
      last_id: 'b',
      has_more: true,
    });
  });

  it('may be the last one, or empty', () => {
    expect(encodeTaskPage(tasks, 3, encode)).toMatchObject({ last_id: 'c', has_more: false });
    expect(encodeTaskPage([], 3, encode)).toEqual({
      object: 'list',
      data: [],
      first_id: null,
      last_id: null,
      has_more: false,
    });
  });
});
