import {
  GatewayError,
  type JsonObject,
  type JsonValue,
  type VideoImage,
  type VideoRequest,
} from '#canonical';

/** Readers for answers of services, which may hold anything. */

export function objectIn(body: JsonObject, name: string): JsonObject {
  const value = body[name];
  return isObject(value) ? value : {};
}

export function objectsIn(body: JsonObject, name: string): JsonObject[] {
  const value = body[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A text that says something. */
export function textIn(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number, also one that was sent as a text. */
export function numberIn(body: JsonObject, name: string): number | undefined {
  const value = body[name];
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** An address on the web; undefined for any other text. */
export function webAddress(text: string | undefined): URL | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

/** An image as services take it that open links and take bytes in one member. */
export function imageAddress(image: VideoImage): string {
  return image.kind === 'url' ? image.url : `data:${image.mediaType};base64,${image.base64}`;
}

/** For what a service has not and a video would be another without. */
export function unsupported(param: string, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

const LACKING = {
  negativePrompt: ['negative_prompt', 'This model takes no negative prompt.'],
  framesPerSecond: ['fps', 'This model has one frame rate of its own.'],
  seed: ['seed', 'This model takes no seed.'],
  mode: ['mode', 'This model has no modes.'],
} as const;

/** Refuses what a service has no word for. */
export function refuseMembers(request: VideoRequest, lacking: readonly (keyof typeof LACKING)[]): void {
  const said = lacking.find((name) => request[name] !== undefined);
  if (said === undefined) return;
  const [param, message] = LACKING[said];
  throw unsupported(param, message);
}

/** Only whole seconds, for services that count no others. */
export function requireWholeSeconds({ durationSeconds }: VideoRequest): void {
  if (durationSeconds === undefined || Number.isInteger(durationSeconds)) return;
  throw unsupported('duration', 'This model takes whole seconds.');
}

/** Only the members that are there. */
export function present(members: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(isPresent));
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPresent(member: [string, JsonValue | undefined]): member is [string, JsonValue] {
  return member[1] !== undefined;
}

/**
 * What a client has to say to one service only, without whatever we say ourselves: what is paid for is decided
 * by the request, in whichever spelling it is said again.
 */
export function vendorMembers(metadata: JsonObject = {}, ours: readonly string[]): JsonObject {
  const reserved = new Set(ours.map(plainName));
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !reserved.has(plainName(name))));
}

/** `durationSeconds`, `duration_seconds` and `Duration-Seconds` are one name. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
