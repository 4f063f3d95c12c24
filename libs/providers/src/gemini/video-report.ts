import { type JsonObject, type JsonValue } from '#canonical';
import { findFailureKind } from '../video-failure.js';
import { objectIn, objectsIn, textIn, webAddress } from '../video-fields.js';
import { type VideoReport } from '../video.js';

/** What operations call the faults that tell us something. */
const RPC_NAMES: Readonly<Record<number, string>> = {
  1: 'cancelled',
  3: 'invalid argument',
  8: 'resource exhausted',
  14: 'unavailable',
};

const NOTHING_MADE: VideoReport['failure'] = {
  kind: 'failed',
  message: 'The model service finished without a video.',
};

export function readOperation(body: JsonObject, ownOrigin: string): VideoReport {
  const error = objectIn(body, 'error');
  if (Object.keys(error).length > 0) return { state: 'failed', failure: toFailure(error) };
  return body['done'] === true ? readResult(objectIn(body, 'response'), ownOrigin) : { state: 'in_progress' };
}

function readResult(response: JsonObject, ownOrigin: string): VideoReport {
  const result = 'generateVideoResponse' in response ? objectIn(response, 'generateVideoResponse') : response;
  const [url] = addressesIn(result);
  if (url !== undefined) return { state: 'completed', file: fileAt(url, ownOrigin) };
  const { raiMediaFilteredReasons: reasons, raiMediaFilteredCount: count } = result;
  const isFiltered = Array.isArray(reasons) || Number(count ?? 0) > 0;
  return { state: 'failed', failure: isFiltered ? withheld(reasons) : NOTHING_MADE };
}

/** Services in this style have two names for what they made. */
function addressesIn(result: JsonObject): URL[] {
  const made = [...objectsIn(result, 'generatedSamples'), ...objectsIn(result, 'generatedVideos')];
  return made.flatMap((one) => webAddress(textIn(objectIn(one, 'video'), 'uri')) ?? []);
}

function withheld(reasons: JsonValue | undefined): VideoReport['failure'] {
  const texts = Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [];
  return { kind: 'policy', message: texts.join(' ') || 'The model service withheld the video.' };
}

/** Its own files need our key, which nobody else may see. */
function fileAt(url: URL, ownOrigin: string): VideoReport['file'] {
  if (url.origin !== ownOrigin) return { kind: 'link', url: url.href };
  return { kind: 'call', call: { method: 'GET', url } };
}

function toFailure(error: JsonObject): VideoReport['failure'] {
  const { code } = error;
  const message = textIn(error, 'message');
  const name = textIn(error, 'status') ?? (typeof code === 'number' ? (RPC_NAMES[code] ?? code) : undefined);
  return {
    kind: findFailureKind({ code: name, message }) ?? 'failed',
    message: message ?? 'The model service could not make this video.',
  };
}
