import { GatewayError } from '#canonical';
import { type Target } from '#catalog';
import { findProvider } from '#providers';
import { findAccountKey } from './pinned-account.js';
import { type RemixSource, type VideoTask } from './task.js';
import { type VideoCatalog } from './video-catalog.js';

/** What a video is known by to the account that made it. Throws why no other can start from it. */
export function getRemixSource(task: VideoTask, catalog: Pick<VideoCatalog, 'targetsFor'>): RemixSource {
  const { status, account, upstreamId, upstreamMemo: memo, upstreamModel } = task;
  if (status === 'failed') throw refuse('The video was not made: its task has failed.', 'video_failed');
  if (status !== 'completed') throw refuse('The video is not finished yet.', 'video_not_ready');
  const targets = catalog.targetsFor(task.model, 'video');
  const target = targets.find((one) => findAccountKey(one, account ?? '') !== undefined);
  if (target === undefined ? !targets.some(canRemix) : !canRemix(target)) throw cannotRemix();
  if (
    target === undefined ||
    account === undefined ||
    upstreamId === undefined ||
    upstreamModel === undefined
  ) {
    throw refuse(
      'The account that made this video cannot be reached any more, and no other can start from it.',
      'video_account_gone',
    );
  }
  return { account, upstreamId, memo, upstreamModel };
}

function canRemix({ channel }: Target): boolean {
  return findProvider(channel.provider)?.video?.remix !== undefined;
}

export function cannotRemix(): GatewayError {
  return refuse('The service that made this video cannot make another version of it.', 'remix_not_supported');
}

function refuse(message: string, code: string): GatewayError {
  return new GatewayError('invalid-request', message, { param: 'task_id', code });
}
