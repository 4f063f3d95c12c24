import { type VideoCall } from '#providers';
import { Injectable } from '@nestjs/common';
import { accountName } from '../pinned-account.js';
import { cannotRemix } from '../remix.js';
import { type VideoTask } from '../task.js';
import { CallbackLinks } from './callback-links.js';
import { SubmissionImages } from './submission-images.js';
import { type TaskAccount } from './task-accounts.js';
import { getSourceVideo } from './task-targets.js';
import { getSubmissionKey } from './video-search.js';

/** Builds the calls that create videos. */
@Injectable()
export class SubmissionCalls {
  constructor(
    private readonly images: SubmissionImages,
    private readonly links: CallbackLinks,
  ) {}

  async build(task: VideoTask, { account, capability, place }: TaskAccount): Promise<VideoCall> {
    const submission = {
      request: { ...task.request, images: await this.images.load(task, capability) },
      idempotencyKey: getSubmissionKey(task.id, accountName(account)),
      callbackUrl: await this.links.build(task.id),
    };
    const source = getSourceVideo(task);
    if (source === undefined) return capability.start(submission, place);
    if (capability.remix === undefined) throw cannotRemix();
    return capability.remix(source, submission, place);
  }
}
