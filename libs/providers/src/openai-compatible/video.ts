import { type JsonObject, type VideoRequest } from '#canonical';
import { below } from '../base-url.js';
import { objectIn, textIn, webAddress } from '../video-fields.js';
import { type StartedVideo, type VideoCall, type VideoCapability, type VideoReport } from '../video.js';
import { PAGE_ITEMS, isTask, readList, readStarted } from './video-list.js';
import { encodeExtendedSubmission, encodeOwnSubmission } from './video-submission.js';
import { readReport } from './video-report.js';

export interface OpenAiVideoStyle {
  /** The base address, from the channel's where it has one. */
  base: (baseUrl: string | undefined) => string;
  /** Whether it takes what others have added to OpenAI's own fields. */
  isExtended: boolean;
}

/** Videos as OpenAI made them, and as many servers still do. */
export function openAiVideo({ base, isExtended }: OpenAiVideoStyle): VideoCapability {
  const encode: (request: VideoRequest, upstreamModel: string) => JsonObject = isExtended
    ? encodeExtendedSubmission
    : encodeOwnSubmission;
  const at = (baseUrl: string | undefined, path: string): URL => below(base(baseUrl), path);
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
      url: at(baseUrl, `/videos/${segment(source)}/remix`),
      headers: { 'idempotency-key': idempotencyKey },
      body: { prompt },
    }),
    status: (started, { baseUrl }) => get(at(baseUrl, `/videos/${segment(started)}`)),
    readStatus(body, started, { baseUrl }) {
      const report = readReport(body);
      if (report.state !== 'completed') return report;
      const content = at(baseUrl, `/videos/${segment(started)}/content`);
      // Whoever keeps videos as tasks has links for people; a call with our key is surer.
      return { ...report, file: isTask(started) ? callFor(content) : fileIn(body, content) };
    },
    cancel(started, { baseUrl }) {
      if (!isExtended || !isTask(started)) return undefined;
      const path = `/video/generations/${segment(started)}/cancel`;
      return { method: 'POST', url: at(baseUrl, path), body: {} };
    },
    list: ({ baseUrl }) => get(at(baseUrl, `/videos?limit=${PAGE_ITEMS}&order=desc`)),
    readList,
    listsNewestFirst: true,
  };
}

/** The link in the answer, where there is one. A link to the server itself needs our key like any other call. */
function fileIn(body: JsonObject, content: URL): VideoReport['file'] {
  const link = textIn(body, 'url') ?? textIn(body, 'video_url') ?? textIn(objectIn(body, 'metadata'), 'url');
  const url = webAddress(link);
  if (url === undefined) return callFor(content);
  return url.origin === content.origin ? callFor(url) : { kind: 'link', url: url.href };
}

function callFor(url: URL): VideoReport['file'] {
  return { kind: 'call', call: get(url) };
}

function get(url: URL): VideoCall {
  return { method: 'GET', url };
}

function segment({ upstreamId }: StartedVideo): string {
  return encodeURIComponent(upstreamId);
}
