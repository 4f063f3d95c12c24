import { type JsonObject, type JsonValue } from '#canonical';
import { describeFailure } from './video-failure.js';
import { objectIn, objectsIn, textIn, webAddress } from './video-fields.js';
import { type VideoReport } from './video.js';

/** The names of the gRPC codes that determine the kind of failure. */
const RPC_NAMES: Readonly<Record<number, string>> = {
  1: 'cancelled',
  3: 'invalid argument',
  8: 'resource exhausted',
  14: 'unavailable',
};

const NO_VIDEO: VideoReport['failure'] = {
  kind: 'failed',
  message: 'The provider finished without a video.',
};

/** `findFile` finds the video in the result of an operation. */
export function readOperation(
  body: JsonObject,
  findFile: (result: JsonObject) => VideoReport['file'],
): VideoReport {
  const error = objectIn(body, 'error');
  if (Object.keys(error).length > 0) return { state: 'failed', failure: toFailure(error) };
  if (body['done'] !== true) return { state: 'in_progress' };
  const response = objectIn(body, 'response');
  const result = 'generateVideoResponse' in response ? objectIn(response, 'generateVideoResponse') : response;
  const file = findFile(result);
  return file === undefined ? buildFailure(result) : { state: 'completed', file };
}

/** Files of the service itself require the channel's key, which must not be sent to other hosts. */
export function findLink(result: JsonObject, ownOrigin: string): VideoReport['file'] {
  const [url] = findUrls(result);
  if (url === undefined) return undefined;
  return url.origin === ownOrigin
    ? { kind: 'call', call: { method: 'GET', url } }
    : { kind: 'link', url: url.href };
}

function buildFailure(result: JsonObject): VideoReport {
  const { raiMediaFilteredReasons: reasons, raiMediaFilteredCount: count } = result;
  const isFiltered = Array.isArray(reasons) || Number(count ?? 0) > 0;
  return { state: 'failed', failure: isFiltered ? buildPolicyFailure(reasons) : NO_VIDEO };
}

/** Services in this style have two names for the list of videos. */
function findUrls(result: JsonObject): URL[] {
  const samples = [...objectsIn(result, 'generatedSamples'), ...objectsIn(result, 'generatedVideos')];
  return samples.flatMap((one) => webAddress(textIn(objectIn(one, 'video'), 'uri')) ?? []);
}

function buildPolicyFailure(reasons: JsonValue | undefined): VideoReport['failure'] {
  const texts = Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [];
  return { kind: 'policy', message: texts.join(' ') || 'The provider withheld the video.' };
}

function toFailure(error: JsonObject): VideoReport['failure'] {
  const { code } = error;
  const message = textIn(error, 'message');
  const name = textIn(error, 'status') ?? (typeof code === 'number' ? (RPC_NAMES[code] ?? code) : undefined);
  return describeFailure({ code: name, message });
}
