import { joinUrl } from '../base-url.js';
import { textIn } from '../video-fields.js';
import { toStartedVideo } from '../video-outcome.js';
import { type StartedVideo, type VideoCall, type VideoCapability } from '../video.js';
import { readRefusal, readReport } from './video-report.js';
import { encodeSubmission, getKind } from './video-submission.js';

/**
 * Vidu. Its tasks can be listed, but it is not documented which tasks the list contains, so it is not searched for a
 * submission whose outcome is unknown.
 */
export function viduVideo(getRoot: (baseUrl: string | undefined) => string): VideoCapability {
  const at = (baseUrl: string | undefined, path: string): URL => joinUrl(getRoot(baseUrl), `/ent/v2${path}`);
  return {
    signature: 'none',
    start: ({ request, callbackUrl }, { baseUrl, upstreamModel }): VideoCall => ({
      method: 'POST',
      url: at(baseUrl, `/${getKind(request)}`),
      body: encodeSubmission(request, upstreamModel, callbackUrl),
    }),
    readStart: (body) => toStartedVideo(textIn(body, 'task_id')),
    status: (started, { baseUrl }): VideoCall => ({
      method: 'GET',
      url: at(baseUrl, `/tasks/${toPathSegment(started)}/creations`),
    }),
    readStatus: readReport,
    readRefusal,
    // Only a queued task can be cancelled. The service returns 400 for later ones.
    cancel: (started, { baseUrl }): VideoCall => ({
      method: 'POST',
      url: at(baseUrl, `/tasks/${toPathSegment(started)}/cancel`),
      body: { id: started.upstreamId },
    }),
  };
}

function toPathSegment({ upstreamId }: StartedVideo): string {
  return encodeURIComponent(upstreamId);
}
