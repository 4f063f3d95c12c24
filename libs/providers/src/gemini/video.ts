import { joinUrl, encodePath } from '../base-url.js';
import { textIn } from '../video-fields.js';
import { toStartedVideo } from '../video-outcome.js';
import { type VideoCall, type VideoCapability } from '../video.js';
import { encodeSubmission } from '../veo-submission.js';
import { findLink, readOperation } from '../veo-report.js';

/** Veo. Its videos are operations, identified by a path. There is no reliable list of operations. */
export function geminiVideo(getRoot: (baseUrl: string | undefined) => string): VideoCapability {
  return {
    signature: 'none',
    needsImageBytes: true,
    start: ({ request }, { baseUrl, upstreamModel }) => ({
      method: 'POST',
      url: joinUrl(getRoot(baseUrl), `/v1beta/models/${encodePath(upstreamModel)}:predictLongRunning`),
      body: encodeSubmission(request),
    }),
    readStart: (body) => toStartedVideo(textIn(body, 'name')),
    status: ({ upstreamId }, { baseUrl }): VideoCall => ({
      method: 'GET',
      url: joinUrl(getRoot(baseUrl), `/v1beta/${encodePath(upstreamId)}`),
    }),
    readStatus: (body, _started, { baseUrl }) =>
      readOperation(body, (result) => findLink(result, new URL(getRoot(baseUrl)).origin)),
  };
}
