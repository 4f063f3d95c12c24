import { type Form, type JsonObject, type VideoFacts } from '#canonical';

/** What a client may say of a new version; everything else is as it was. */
const NEW_MEMBERS: ReadonlySet<string> = new Set(['prompt', 'webhook_url']);

/** A video of which another version is asked for. */
export interface RemixedVideo {
  model: string;
  /** As it was asked for. */
  request: VideoFacts;
  /** As it became. */
  result?: VideoFacts;
}

/** A request to `/v1/videos/{id}/remix`, written as the request to `/v1/videos` that asks for the same kind of video. */
export function completeRemix(body: JsonObject | Form, original: RemixedVideo): JsonObject | Form {
  const same = getSameMembers(original);
  if (!isForm(body)) {
    const members = Object.entries(body).filter(([name]) => NEW_MEMBERS.has(name));
    return { ...Object.fromEntries(members), ...same };
  }
  const fields = body.filter((entry) => 'value' in entry && NEW_MEMBERS.has(entry.name));
  return [...fields, ...Object.entries(same).map(([name, value]) => ({ name, value }))];
}

function getSameMembers({ model, request, result = {} }: RemixedVideo): Record<string, string> {
  const { width, height } = request.width === undefined ? result : request;
  const seconds = request.durationSeconds ?? roundSeconds(result.durationSeconds);
  return {
    model,
    ...(seconds === undefined ? {} : { seconds: seconds.toString() }),
    ...(width === undefined || height === undefined ? {} : { size: `${width}x${height}` }),
  };
}

/** A file is a few frames longer or shorter than what it is sold as. */
function roundSeconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.max(1, Math.round(seconds));
}

function isForm(body: JsonObject | Form): body is Form {
  return Array.isArray(body);
}
