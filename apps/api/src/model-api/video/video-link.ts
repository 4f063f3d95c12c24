import { type MediaStore, parseMediaName } from '#media';
import { type VideoTask } from '#video-tasks';
import { type VideoLink } from '#wire';

/** Undefined if there is no video. */
export function buildVideoLink(
  { result, finishedAt }: VideoTask,
  media: Pick<MediaStore, 'linkTo'>,
): VideoLink | undefined {
  const name = result === undefined ? undefined : parseMediaName(`${result.id}.${result.extension}`);
  if (name === undefined) return undefined;
  const url = media.linkTo(name, finishedAt);
  // The link expires with the file.
  return { url, expiresAtSeconds: Number(new URL(url).searchParams.get('expires')) };
}
