import { below, isPathId } from '../base-url.js';
import { textIn } from '../video-fields.js';
import { type StartedVideo, type VideoCall, type VideoCapability } from '../video.js';
import { readRefusal, readReport } from './video-report.js';
import { encodeSubmission, getKind } from './video-submission.js';

/**
 * Vidu. Its tasks can be listed, but what the list leaves out is written nowhere, so a submission that may have been
 * lost is not looked for there.
 */
export function viduVideo(getRoot: (baseUrl: string | undefined) => string): VideoCapability {
  const at = (baseUrl: string | undefined, path: string): URL => below(getRoot(baseUrl), `/ent/v2${path}`);
  return {
    signature: 'none',
    start: ({ request, callbackUrl }, { baseUrl, upstreamModel }): VideoCall => ({
      method: 'POST',
      url: at(baseUrl, `/${getKind(request)}`),
      body: encodeSubmission(request, upstreamModel, callbackUrl),
    }),
    readStart(body) {
      const upstreamId = textIn(body, 'task_id');
      return upstreamId === undefined || !isPathId(upstreamId) ? undefined : { upstreamId };
    },
    status: (started, { baseUrl }): VideoCall => ({
      method: 'GET',
      url: at(baseUrl, `/tasks/${segment(started)}/creations`),
    }),
    readStatus: readReport,
    readRefusal,
    // Only a task that still waits can be stopped; a later one is refused with 400.
    cancel: (started, { baseUrl }): VideoCall => ({
      method: 'POST',
      url: at(baseUrl, `/tasks/${segment(started)}/cancel`),
      body: { id: started.upstreamId },
    }),
  };
}

function segment({ upstreamId }: StartedVideo): string {
  return encodeURIComponent(upstreamId);
}
