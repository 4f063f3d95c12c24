import { GatewayError } from '#canonical';
import { type MediaName, type MediaStore, type StoredMedia, getMediaType, parseMediaName } from '#media';
import { type VideoTask } from './task.js';

export interface Video {
  name: MediaName;
  mediaType: string;
  media: StoredMedia;
}

export interface VideoOptions {
  store: Pick<MediaStore, 'open'>;
  /** What the client named the task by. */
  param: string;
}

/** The video of a task. Throws why there is none. */
export async function openVideo(
  { status, result }: Pick<VideoTask, 'status'> & { result?: VideoTask['result'] | null },
  { store, param }: VideoOptions,
): Promise<Video> {
  if (status === 'failed')
    throw absent('The video was not made: its task has failed.', 'video_failed', param);
  if (result == null) throw notReady(param);
  const name = parseMediaName(`${result.id}.${result.extension}`);
  const media = name === undefined ? undefined : await store.open(name.id, name.extension);
  if (name === undefined || media === undefined)
    throw absent('The video is no longer stored.', 'content_expired', param);
  return { name, mediaType: getMediaType(name.extension), media };
}

function notReady(param: string): GatewayError {
  return new GatewayError('invalid-request', 'The video is not finished yet; ask for its status first.', {
    param,
    code: 'video_not_ready',
  });
}

function absent(message: string, code: string, param: string): GatewayError {
  return new GatewayError('resource-not-found', message, { param, code });
}
