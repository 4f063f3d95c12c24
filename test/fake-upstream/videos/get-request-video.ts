import { randomBytes } from 'node:crypto';
import type { Account } from '../account.js';
import type { Fields } from '../fields.js';
import type { ReceivedRequest } from '../received-request.js';
import type { Video } from './video.js';
import { toVideoFile } from './video-file.js';

/** The part of a submission that a service reads. */
export interface Submission {
  apiKey: string;
  model: string;
  prompt: string;
  body: Fields;
  remixOf?: string;
  /** The id of the video, derived from its file name. */
  getId: (fileName: string) => string;
}

const videosByRequest = new WeakMap<ReceivedRequest, Video>();

/** The video of a request: one for each request, however often its response is computed. */
export function getRequestVideo(
  request: ReceivedRequest,
  { videos }: Account,
  submission: Submission,
): Video {
  const video = videosByRequest.get(request) ?? take(request, videos, submission);
  videosByRequest.set(request, video);
  return video;
}

function take(
  { headers }: ReceivedRequest,
  videos: Account['videos'],
  { getId, ...submission }: Submission,
): Video {
  const idempotencyKey = headers['idempotency-key'];
  const known = videos.findByKey(idempotencyKey, submission.apiKey);
  if (known) return known;
  const fileName = randomBytes(12).toString('hex');
  return videos.add({
    id: getId(fileName),
    fileName,
    createdAtMs: Date.now(),
    idempotencyKey,
    ...submission,
  });
}

/** A link to the video without a key. */
export function linkTo({ fileName }: Video, { headers }: ReceivedRequest, account: Account): string {
  const path = `/files/${fileName}.mp4`;
  account.storedFiles.set(path, toVideoFile(fileName));
  return `${account.videos.settings.linkOrigin ?? `http://${headers.host}`}${path}`;
}
