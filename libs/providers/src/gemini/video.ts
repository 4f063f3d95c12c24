import { below, encodePath, isPathId } from '../base-url.js';
import { textIn } from '../video-fields.js';
import { type VideoCall, type VideoCapability } from '../video.js';
import { encodeOrder } from './video-order.js';
import { readOperation } from './video-report.js';

/** Veo. Its films are operations, known by a path; what it has taken on cannot be listed with any certainty. */
export function geminiVideo(rootOf: (baseUrl: string | undefined) => string): VideoCapability {
  return {
    proof: 'none',
    needsImageBytes: true,
    start: ({ request }, { baseUrl, upstreamModel }) => ({
      method: 'POST',
      url: below(rootOf(baseUrl), `/v1beta/models/${encodePath(upstreamModel)}:predictLongRunning`),
      body: encodeOrder(request),
    }),
    readStart(body) {
      const upstreamId = textIn(body, 'name');
      return upstreamId === undefined || !isPathId(upstreamId) ? undefined : { upstreamId };
    },
    status: ({ upstreamId }, { baseUrl }): VideoCall => ({
      method: 'GET',
      url: below(rootOf(baseUrl), `/v1beta/${encodePath(upstreamId)}`),
    }),
    readStatus: (body, _started, { baseUrl }) => readOperation(body, new URL(rootOf(baseUrl)).origin),
  };
}
