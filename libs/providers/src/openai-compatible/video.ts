import { type JsonObject, type VideoRequest } from '#canonical';
import { joinUrl } from '../base-url.js';
import { objectIn, textIn, webAddress } from '../video-fields.js';
import { type StartedVideo, type VideoCall, type VideoCapability, type VideoReport } from '../video.js';
import { PAGE_ITEMS, isTask, readList, readStarted } from './video-list.js';
import { encodeExtendedSubmission, encodeOpenAiSubmission } from './video-submission.js';
import { readReport } from './video-report.js';

export interface OpenAiVideoStyle {
  /** Builds the base URL from that of the channel, if it has one. */
  base: (baseUrl: string | undefined) => string;
  /** Supports the fields that other servers have added to OpenAI's. */
  isExtended: boolean;
}

/** Videos in the format of OpenAI, which many other servers use. */
export function openAiVideo({ base, isExtended }: OpenAiVideoStyle): VideoCapability {
  const encode: (request: VideoRequest, upstreamModel: string) => JsonObject = isExtended
    ? encodeExtendedSubmission
    : encodeOpenAiSubmission;
  const at = (baseUrl: string | undefined, path: string): URL => joinUrl(base(baseUrl), path);
  return {
    signature: 'list',
    start: ({ request, idempotencyKey }, { baseUrl, upstreamModel }) => ({
      method: 'POST',
      url: at(baseUrl, '/videos'),
      headers: { 'idempotency-key': idempotencyKey },
      body: encode(request, upstreamModel),
    }),
    readStart: readStarted,
    remix: (source, { request: { prompt }, idempotencyKey }, { baseUrl }) => ({
      method: 'POST',
      url: at(baseUrl, `/videos/${toPathSegment(source)}/remix`),
      headers: { 'idempotency-key': idempotencyKey },
      body: { prompt },
    }),
    status: (started, { baseUrl }) => get(at(baseUrl, `/videos/${toPathSegment(started)}`)),
    readStatus(body, started, { baseUrl }) {
      const report = readReport(body);
      if (report.state !== 'completed') return report;
      const content = at(baseUrl, `/videos/${toPathSegment(started)}/content`);
      // Servers with tasks return public links, but a request with the channel's key is more reliable.
      return { ...report, file: isTask(started) ? toFileCall(content) : findFile(body, content) };
    },
    cancel(started, { baseUrl }) {
      if (!isExtended || !isTask(started)) return undefined;
      const path = `/video/generations/${toPathSegment(started)}/cancel`;
      return { method: 'POST', url: at(baseUrl, path), body: {} };
    },
    list: ({ baseUrl }) => get(at(baseUrl, `/videos?limit=${PAGE_ITEMS}&order=desc`)),
    readList,
    listsNewestFirst: true,
  };
}

/** The link in the response, if there is one. A link to the server itself requires the channel's key. */
function findFile(body: JsonObject, content: URL): VideoReport['file'] {
  const link = textIn(body, 'url') ?? textIn(body, 'video_url') ?? textIn(objectIn(body, 'metadata'), 'url');
  const url = webAddress(link);
  if (url === undefined) return toFileCall(content);
  return url.origin === content.origin ? toFileCall(url) : { kind: 'link', url: url.href };
}

function toFileCall(url: URL): VideoReport['file'] {
  return { kind: 'call', call: get(url) };
}

function get(url: URL): VideoCall {
  return { method: 'GET', url };
}

function toPathSegment({ upstreamId }: StartedVideo): string {
  return encodeURIComponent(upstreamId);
}
