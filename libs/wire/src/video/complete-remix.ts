import { type Form, type JsonObject, type VideoFacts } from '#canonical';

/** The members that a client may set for a remix. All others are inherited. */
const NEW_MEMBERS: ReadonlySet<string> = new Set(['prompt', 'webhook_url']);

/** The original video of a remix. */
export interface RemixedVideo {
  model: string;
  /** The requested properties. */
  request: VideoFacts;
  /** The properties of the finished video. */
  result?: VideoFacts;
}

/**
 * Converts a request to `/v1/videos/{id}/remix` to a request to `/v1/videos` with the properties of the original
 * video.
 */
export function completeRemix(body: JsonObject | Form, original: RemixedVideo): JsonObject | Form {
  const inherited = getInheritedMembers(original);
  if (!isForm(body)) {
    const members = Object.entries(body).filter(([name]) => NEW_MEMBERS.has(name));
    return { ...Object.fromEntries(members), ...inherited };
  }
  const fields = body.filter((entry) => 'value' in entry && NEW_MEMBERS.has(entry.name));
  return [...fields, ...Object.entries(inherited).map(([name, value]) => ({ name, value }))];
}

function getInheritedMembers({ model, request, result = {} }: RemixedVideo): Record<string, string> {
  const { width, height } = request.width === undefined ? result : request;
  const seconds = request.durationSeconds ?? roundSeconds(result.durationSeconds);
  return {
    model,
    ...(seconds === undefined ? {} : { seconds: seconds.toString() }),
    ...(width === undefined || height === undefined ? {} : { size: `${width}x${height}` }),
  };
}

/** The duration of a file differs by a few frames from the duration that was requested. */
function roundSeconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.max(1, Math.round(seconds));
}

function isForm(body: JsonObject | Form): body is Form {
  return Array.isArray(body);
}
