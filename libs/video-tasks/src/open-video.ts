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
  /** The parameter with which the client named the task. */
  param: string;
}

/** Opens the video of a task. Throws if there is none. */
export async function openVideo(
  { status, result }: Pick<VideoTask, 'status'> & { result?: VideoTask['result'] | null },
  { store, param }: VideoOptions,
): Promise<Video> {
  if (status === 'failed')
    throw buildNotFound('The video does not exist because its task failed.', 'video_failed', param);
  if (result == null) throw buildNotReady(param);
  const name = parseMediaName(`${result.id}.${result.extension}`);
  const media = name === undefined ? undefined : await store.open(name.id, name.extension);
  if (name === undefined || media === undefined)
    throw buildNotFound('The video has been deleted.', 'content_expired', param);
  return { name, mediaType: getMediaType(name.extension), media };
}

function buildNotReady(param: string): GatewayError {
  return new GatewayError('invalid-request', 'The video is not finished yet. Check the status of its task.', {
    param,
    code: 'video_not_ready',
  });
}

function buildNotFound(message: string, code: string, param: string): GatewayError {
  return new GatewayError('resource-not-found', message, { param, code });
}
