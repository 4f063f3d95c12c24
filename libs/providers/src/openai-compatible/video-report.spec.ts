import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { findProvider } from '../registry.js';
import {
  BLOCKED,
  COMPLETED,
  FAILED,
  FINISHED_TASK,
  IN_PROGRESS,
  QUEUED,
} from './__fixtures__/video-answers.js';

const PLACE = { baseUrl: 'https://videos.example/v1', upstreamModel: 'upstream-model' };
const STARTED = { upstreamId: 'video_1' };
const CONTENT = 'https://videos.example/v1/videos/video_1/content';

const video = findProvider('openai-compatible')?.video;
if (video === undefined) throw new Error('any server may make videos');

const getStatus = (body: JsonObject, started = STARTED) => video.readStatus(body, started, PLACE);
const getFile = (members: object) => getStatus({ status: 'completed', ...members }).file;
const call = (url: string) => ({ kind: 'call', call: { method: 'GET', url: new URL(url) } });

describe('the status of a video', () => {
  it('is requested by its id in any form', () => {
    const { method, url } = video.status({ upstreamId: 'a/../b?c' }, PLACE);
    expect([method, url.href]).toEqual(['GET', 'https://videos.example/v1/videos/a%2F..%2Fb%3Fc']);
  });

  it.each([
    ['queued', QUEUED, { state: 'queued', progress: 0 }],
    ['at work', IN_PROGRESS, { state: 'in_progress', progress: 33 }],
    [
      'failed',
      FAILED,
      { state: 'failed', progress: 12, failure: { kind: 'failed', message: 'Video generation failed.' } },
    ],
    [
      'blocked',
      BLOCKED,
      {
        state: 'failed',
        progress: 0,
        failure: { kind: 'policy', message: 'Your request was blocked by our moderation system.' },
      },
    ],
    [
      'finished',
      COMPLETED,
      {
        state: 'completed',
        progress: 100,
        facts: { durationSeconds: 8, width: 1280, height: 720 },
        file: { kind: 'call', call: { method: 'GET', url: new URL(CONTENT) } },
      },
    ],
  ])('is read %s', (_name, body, report) => {
    expect(getStatus(body)).toEqual(report);
  });

  it.each([
    ['queued', 'queued queueing pending created submitted in_queue NOT_START'],
    ['in_progress', 'in_progress in-progress processing RUNNING generating'],
    ['completed', 'completed succeeded succeed SUCCESS done'],
    ['failed', 'failed FAILURE error cancelled canceled expired rejected'],
  ])('is %s for all its names', (state, words) => {
    expect(words.split(' ').filter((status) => getStatus({ status }).state !== state)).toEqual([]);
  });

  it('is unknown for an unknown name', () => {
    expect(getStatus({ status: 'Marinating' })).toEqual({ state: 'unknown', word: 'Marinating' });
    expect(getStatus({ status: 7 })).toEqual({ state: 'unknown', word: '' });
    expect(getStatus({ error: { message: 'not found' } })).toEqual({ state: 'unknown', word: '' });
  });

  it.each([
    [0, 0],
    [1, 1],
    [0.5, 50],
    [0.004, 0],
    [99.6, 100],
    [250, 100],
    [-3, 0],
    ['45%', 45],
    ['45', 45],
    ['soon', undefined],
    [null, undefined],
  ])('has the progress %j as %j', (progress, percent) => {
    expect(getStatus({ status: 'running', progress }).progress).toBe(percent);
  });

  it('has the properties of a finished video', () => {
    expect(getStatus(FINISHED_TASK).facts).toEqual({
      durationSeconds: 5,
      framesPerSecond: 24,
      width: 1920,
      height: 1080,
      seed: 0,
    });
    expect(getStatus({ status: 'done', seconds: 0, fps: 0, size: 'large' }).facts).toEqual({});
  });
});

describe('the file of a finished video', () => {
  it.each([
    ['url', { url: 'https://cdn.example/a.mp4' }],
    ['video_url', { video_url: 'https://cdn.example/a.mp4' }],
    ['metadata.url', { metadata: { url: 'https://cdn.example/a.mp4' } }],
  ])('is a link in %s', (_name, members) => {
    expect(getFile(members)).toEqual({ kind: 'link', url: 'https://cdn.example/a.mp4' });
  });

  it('is a call with the key if the link leads to the server itself', () => {
    expect(getFile({ url: 'https://videos.example/v1/x?y=1' })).toEqual(
      call('https://videos.example/v1/x?y=1'),
    );
  });

  it.each([
    [{}],
    [{ url: '/v1/x' }],
    [{ url: 'file:///etc/passwd' }],
    [{ url: 'data:video/mp4;base64,AAAA' }],
  ])("is a call by the video's id in spite of %j", (members) => {
    expect(getFile(members)).toEqual(call(CONTENT));
  });

  it("is a call by the video's id at a gateway with tasks", () => {
    const started = { upstreamId: 'task_9f2c', memo: { isTask: true } };
    expect(getStatus(FINISHED_TASK, started).file).toEqual(
      call('https://videos.example/v1/videos/task_9f2c/content'),
    );
  });
});

describe('the reason of a failed video', () => {
  it.each([
    ['policy', { error: { code: 'content_policy_violation', message: 'no' } }],
    ['policy', { error: { code: 'x', message: 'The prompt was flagged as NSFW.' } }],
    ['policy', { error: { code: 403, message: 'no' } }],
    ['capacity', { error: { code: 'rateLimitExceeded', message: 'later' } }],
    ['capacity', { error: { code: '429', message: 'later' } }],
    ['capacity', { error: { type: 'server_overloaded' } }],
    ['quota', { error: { code: 'insufficient_quota' } }],
    ['quota', { error: { code: 'NotEnoughBalance' } }],
    ['rejected', { error: { code: 'invalid_image', message: 'The frame rate is too high.' } }],
    ['rejected', { error: { code: 'bad_request' } }],
    ['failed', { error: { code: 'bad_gateway', message: 'Invalid frame rate.' } }],
    ['failed', { error: 'it broke' }],
    ['failed', { fail_reason: 'it broke' }],
    ['failed', { error: null }],
    ['cancelled', { status: 'cancelled' }],
    ['policy', { status: 'rejected', error: { code: 'safety' } }],
    ['rejected', { status: 'rejected' }],
    ['failed', { status: 'expired' }],
  ])('is %s for %j', (kind, members) => {
    expect(getStatus({ status: 'failed', ...members }).failure?.kind).toBe(kind);
  });

  it('has the message of the server, or a default', () => {
    expect(getStatus({ status: 'failed', fail_reason: 'it broke' }).failure?.message).toBe('it broke');
    expect(getStatus({ status: 'failed' }).failure?.message).toBe(
      'The provider could not create this video.',
    );
  });
});
