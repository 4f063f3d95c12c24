import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type VideoRequest } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { type StartedVideo, type VideoCall, type VideoReport } from '#providers';
import { sandboxTransport } from '../transport.js';
import { readMp4 } from './__fixtures__/read-mp4.js';
import { sandboxVideoCapability as capability } from './capability.js';
import { eventually } from '../../../../test/eventually/index.js';

const PLACE = { upstreamModel: 'sandbox-video' };
/** Red. */
const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAACXBIWXMAAAABAAAAAQBPJcTWAAAAEElEQVR4nGP4y8AARwzIHABuygfpbgaHdgAAAABJRU5ErkJggg==';

async function send({ method, url, headers = {}, body }: VideoCall): Promise<UpstreamResponse> {
  return sandboxTransport(
    { method, url, headers, body: Buffer.from(JSON.stringify(body)) },
    { signal: new AbortController().signal, connectMs: 1000 },
  );
}

async function readBytes({ body }: UpstreamResponse): Promise<Buffer> {
  return buffer(Readable.from(body));
}

async function sendJson(call: VideoCall): Promise<JsonObject> {
  return JSON.parse((await readBytes(await send(call))).toString('utf8')) as JsonObject;
}

const toSpec = (request: Partial<VideoRequest>): VideoRequest => ({
  model: 'sandbox-video',
  prompt: 'A boat',
  images: [],
  width: 64,
  height: 64,
  durationSeconds: 0.5,
  framesPerSecond: 4,
  ...request,
});

async function start(request: Partial<VideoRequest>, idempotencyKey = 'key'): Promise<StartedVideo> {
  const call = capability.start({ request: toSpec(request), idempotencyKey }, PLACE);
  const started = capability.readStart(await sendJson(call), call);
  if (started === undefined) throw new Error('no video was started');
  return started;
}

async function report(started: StartedVideo): Promise<VideoReport> {
  return capability.readStatus(await sendJson(capability.status(started, PLACE)), started, PLACE);
}

/** Polls until the video is completed or failed. */
async function waitForOutcome(started: StartedVideo): Promise<VideoReport> {
  return eventually(async () => {
    const current = await report(started);
    return current.state === 'completed' || current.state === 'failed' ? current : undefined;
  });
}

async function download({ file }: VideoReport): Promise<Buffer> {
  if (file?.kind !== 'call') throw new Error('there is no file');
  return readBytes(await send(file.call));
}

/** The size that is submitted for a request with these sides. */
const getSize = (sides: Partial<VideoRequest>): unknown => {
  const request = { ...toSpec({}), width: undefined, height: undefined, ...sides };
  return (capability.start({ request, idempotencyKey: '' }, PLACE).body as JsonObject)['size'];
};

describe('sandbox-video', () => {
  it('creates a video that can be downloaded, and reports its properties', async () => {
    const started = await start({ seed: 3 });
    const finished = await waitForOutcome(started);
    expect(finished).toMatchObject({
      state: 'completed',
      progress: 100,
      facts: { width: 64, height: 64, framesPerSecond: 4, durationSeconds: 0.5, seed: 3 },
    });
    expect(readMp4(await download(finished))).toMatchObject({ width: 64, height: 64, frameCount: 2 });
  });

  it('delivers a video that another process has started', async () => {
    const started = await start({ prompt: 'A boat at sea' }, 'begun elsewhere');
    const file = capability.readStatus({ status: 'completed' }, started, PLACE);
    expect(readMp4(await download(file))).toMatchObject({ frameCount: 2 });
  });

  it('identifies a submission by its key', async () => {
    const [first, again, other] = [await start({}, 'one'), await start({}, 'one'), await start({}, 'two')];
    expect(again.upstreamId).toBe(first.upstreamId);
    expect(other.upstreamId).not.toBe(first.upstreamId);
  });

  it('stores an image in the memo, and starts the video with it', async () => {
    const images = [{ kind: 'bytes', mediaType: 'image/png', base64: IMAGE }] as const;
    const started = await start({ images }, 'with an image');
    expect(started.memo).toMatchObject({ image: `data:image/png;base64,${IMAGE}` });
    const finished = await waitForOutcome(started);
    expect(readMp4(await download(finished)).frameCount).toBe(2);
  });

  it("rejects unsupported requests with the client's name of the parameter", async () => {
    const images = [{ kind: 'bytes', mediaType: 'image/png', base64: IMAGE }] as const;
    await expect(start({ images: [...images, ...images] })).rejects.toMatchObject({
      kind: 'unsupported-parameter',
      param: 'images',
    });
    await expect(start({ width: 63 })).rejects.toMatchObject({ kind: 'invalid-value', param: 'size' });
    await expect(
      start({ images: [{ kind: 'bytes', mediaType: 'image/png', base64: 'AAAA' }] }),
    ).rejects.toMatchObject({ kind: 'invalid-value', param: 'image' });
  });

  it('computes the side that is not requested', () => {
    const sizes = [{}, { width: 640 }, { height: 720 }, { aspectRatio: '9:16' }, { aspectRatio: '21:9' }];
    expect(sizes.map(getSize)).toEqual([undefined, '640x360', '1280x720', '360x640', '640x274']);
  });
});

describe('a video with directives', () => {
  it('is rejected with the requested status', async () => {
    await expect(start({ prompt: '[[status=429; retry-after=7]]' })).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 7,
    });
  });

  it('fails', async () => {
    const failed = await waitForOutcome(await start({ prompt: '[[fail]]' }, 'failing'));
    expect(failed).toMatchObject({ state: 'failed', progress: 40, failure: { kind: 'failed' } });
  });

  it('does not finish', async () => {
    const started = await start({ prompt: '[[never]]' }, 'never');
    expect(await report(started)).toEqual({ state: 'in_progress', progress: 0 });
  });

  it('is not a video file', async () => {
    const finished = await waitForOutcome(await start({ prompt: '[[badfile]]' }, 'broken'));
    expect(String(await download(finished))).toContain('This is not a video');
  });

  it('takes the requested time', async () => {
    const started = await start({ prompt: '[[slow=3600]] A boat' }, 'slow');
    expect(await report(started)).toMatchObject({ state: 'in_progress', progress: 0 });
    const longAgo = { ...started, memo: { ...started.memo, started_at_ms: 0 } };
    expect((await waitForOutcome(longAgo)).state).toBe('completed');
  });

  it('can be cancelled', async () => {
    const started = await start({ durationSeconds: 10, framesPerSecond: 30, width: 1280 }, 'cancelled');
    expect((await report(started)).state).toBe('in_progress');
    const call = capability.cancel?.(started, PLACE);
    expect(call && (await sendJson(call))).toMatchObject({ deleted: true });
  });
});

describe('a response', () => {
  const started = { upstreamId: 'video_1', memo: { prompt: 'a' } };

  it('may have an unknown status', () => {
    expect(capability.readStatus({ status: 'resting' }, started, PLACE)).toEqual({
      state: 'unknown',
      word: 'resting',
    });
  });

  it('may have no id of a video', () => {
    expect(capability.readStart({}, capability.status({ upstreamId: 'v' }, PLACE))).toBeUndefined();
  });
});
