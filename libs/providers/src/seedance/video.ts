import { joinUrl } from '../base-url.js';
import { textIn } from '../video-fields.js';
import { toStartedVideo } from '../video-outcome.js';
import { type VideoCall, type VideoCapability } from '../video.js';
import { readRefusal, readReport } from './video-report.js';
import { encodeSubmission } from './video-submission.js';

const TASKS = '/contents/generations/tasks';

/**
 * Seedance at Volcengine Ark or BytePlus. Its list of tasks has no prompts and it has no idempotency keys, so a
 * submission whose outcome is unknown is not sent again.
 */
export function seedanceVideo(getBase: (baseUrl: string | undefined) => string): VideoCapability {
  const at = (baseUrl: string | undefined, id: string): URL =>
    joinUrl(getBase(baseUrl), `${TASKS}/${encodeURIComponent(id)}`);
  return {
    signature: 'none',
    start: ({ request, callbackUrl }, { baseUrl, upstreamModel }): VideoCall => ({
      method: 'POST',
      url: joinUrl(getBase(baseUrl), TASKS),
      body: encodeSubmission(request, upstreamModel, callbackUrl),
    }),
    readStart: (body) => toStartedVideo(textIn(body, 'id')),
    status: ({ upstreamId }, { baseUrl }): VideoCall => ({ method: 'GET', url: at(baseUrl, upstreamId) }),
    readStatus: readReport,
    readRefusal,
    // Cancels a queued task. The service refuses it for a running one.
    cancel: ({ upstreamId }, { baseUrl }): VideoCall => ({ method: 'DELETE', url: at(baseUrl, upstreamId) }),
  };
}
