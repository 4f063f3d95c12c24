import { GatewayError } from '#canonical';
import { type Target } from '#catalog';
import { findProvider } from '#providers';
import { findAccountKey } from './pinned-account.js';
import { type RemixSource, type VideoTask } from './task.js';
import { type VideoCatalog } from './video-catalog.js';

/** Identifies the video at the account that created it. Throws if the video cannot be remixed. */
export function getRemixSource(task: VideoTask, catalog: Pick<VideoCatalog, 'targetsFor'>): RemixSource {
  const { status, account, upstreamId, upstreamMemo: memo, upstreamModel } = task;
  if (status === 'failed') throw refuse('The video does not exist because its task failed.', 'video_failed');
  if (status !== 'completed') throw refuse('The video is not finished yet.', 'video_not_ready');
  const targets = catalog.targetsFor(task.model);
  const target = targets.find((candidate) => findAccountKey(candidate, account ?? '') !== undefined);
  if (target === undefined ? !targets.some(canRemix) : !canRemix(target)) throw cannotRemix();
  if (
    target === undefined ||
    account === undefined ||
    upstreamId === undefined ||
    upstreamModel === undefined
  ) {
    throw refuse(
      'The provider account that created this video is no longer configured, and other accounts cannot remix it.',
      'video_account_gone',
    );
  }
  return { account, upstreamId, memo, upstreamModel };
}

function canRemix({ channel }: Target): boolean {
  return findProvider(channel.provider)?.video?.remix !== undefined;
}

export function cannotRemix(): GatewayError {
  return refuse('The provider of this video does not support remixing.', 'remix_not_supported');
}

function refuse(message: string, code: string): GatewayError {
  return new GatewayError('invalid-request', message, { param: 'task_id', code });
}
