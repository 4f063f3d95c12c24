import { joinUrl } from '../base-url.js';
import { objectIn, textIn } from '../video-fields.js';
import { toStartedVideo } from '../video-outcome.js';
import { type StartedVideo, type VideoCall, type VideoCapability } from '../video.js';
import { readRefusal, readReport } from './video-report.js';
import { encodeSubmission, getPath } from './video-submission.js';

/**
 * Wan at Alibaba Cloud Model Studio. Its list of tasks has no prompts and it has no idempotency keys, so a submission
 * whose outcome is unknown is not sent again.
 */
export function wanVideo(getBase: (baseUrl: string | undefined) => string): VideoCapability {
  const at = (baseUrl: string | undefined, path: string): URL => joinUrl(getBase(baseUrl), path);
  return {
    signature: 'none',
    start: ({ request }, { baseUrl, upstreamModel }): VideoCall => ({
      method: 'POST',
      url: at(baseUrl, getPath(request, upstreamModel)),
      // Without this header the service tries to respond synchronously, and refuses.
      headers: { 'x-dashscope-async': 'enable' },
      body: encodeSubmission(request, upstreamModel),
    }),
    readStart: (body) => toStartedVideo(textIn(objectIn(body, 'output'), 'task_id')),
    status: (started, { baseUrl }): VideoCall => ({
      method: 'GET',
      url: at(baseUrl, `/tasks/${toPathSegment(started)}`),
    }),
    readStatus: readReport,
    readRefusal,
    // Only a queued task can be cancelled.
    cancel: (started, { baseUrl }): VideoCall => ({
      method: 'POST',
      url: at(baseUrl, `/tasks/${toPathSegment(started)}/cancel`),
      body: {},
    }),
  };
}

function toPathSegment({ upstreamId }: StartedVideo): string {
  return encodeURIComponent(upstreamId);
}
