import { type JsonObject, type JsonValue } from '#canonical';
import { describeFailure } from './video-failure.js';
import { objectIn, objectsIn, textIn, webAddress } from './video-fields.js';
import { type VideoReport } from './video.js';

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

/** `findFile` looks for what was made in the result of an operation. */
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
  return file === undefined ? explain(result) : { state: 'completed', file };
}

/** Its own files need our key, which nobody else may see. */
export function findLink(result: JsonObject, ownOrigin: string): VideoReport['file'] {
  const [url] = addressesIn(result);
  if (url === undefined) return undefined;
  return url.origin === ownOrigin
    ? { kind: 'call', call: { method: 'GET', url } }
    : { kind: 'link', url: url.href };
}

function explain(result: JsonObject): VideoReport {
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

function toFailure(error: JsonObject): VideoReport['failure'] {
  const { code } = error;
  const message = textIn(error, 'message');
  const name = textIn(error, 'status') ?? (typeof code === 'number' ? (RPC_NAMES[code] ?? code) : undefined);
  return describeFailure({ code: name, message });
}
