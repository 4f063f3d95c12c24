import {
  GatewayError,
  type JsonObject,
  type JsonValue,
  type VideoImage,
  type VideoRequest,
} from '#canonical';

/** Readers for response bodies of services, which may contain anything. */

export function objectIn(body: JsonObject, name: string): JsonObject {
  const value = body[name];
  return isObject(value) ? value : {};
}

export function objectsIn(body: JsonObject, name: string): JsonObject[] {
  const value = body[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A string that is not empty. */
export function textIn(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number, or a number as text. */
export function numberIn(body: JsonObject, name: string): number | undefined {
  const value = body[name];
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** An http or https URL; undefined for other text. */
export function webAddress(text: string | undefined): URL | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

/** The URL or data URL of an image, for services that accept both in one member. */
export function imageAddress(image: VideoImage): string {
  return image.kind === 'url' ? image.url : `data:${image.mediaType};base64,${image.base64}`;
}

/** For parameters that a service lacks and that cannot be left out. */
export function unsupported(param: string, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

const UNSUPPORTED_FIELDS = {
  negativePrompt: ['negative_prompt', 'This model does not support a negative prompt.'],
  framesPerSecond: ['fps', 'The frame rate of this model cannot be set.'],
  seed: ['seed', 'This model does not support a seed.'],
  mode: ['mode', 'This model does not support modes.'],
} as const;

/** Refuses parameters that a service lacks. */
export function refuseMembers(
  request: VideoRequest,
  fields: readonly (keyof typeof UNSUPPORTED_FIELDS)[],
): void {
  const field = fields.find((name) => request[name] !== undefined);
  if (field === undefined) return;
  const [param, message] = UNSUPPORTED_FIELDS[field];
  throw unsupported(param, message);
}

/** For services that accept only whole seconds. */
export function requireWholeSeconds({ durationSeconds }: VideoRequest): void {
  if (durationSeconds === undefined || Number.isInteger(durationSeconds)) return;
  throw unsupported('duration', 'This model accepts whole seconds only.');
}

export function requireAtMostImages({ images }: { images: readonly VideoImage[] }, max: number): void {
  if (images.length > max) throw unsupported('images', `This model accepts at most ${max} images.`);
}

/** Removes members whose value is undefined. */
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
 * The metadata for one service, without members that the gateway sets itself in any spelling, because the price
 * depends on them.
 */
export function pickVendorMembers(metadata: JsonObject = {}, ownNames: readonly string[]): JsonObject {
  const reserved = new Set(ownNames.map(normalizeName));
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !reserved.has(normalizeName(name))));
}

/** Treats `durationSeconds`, `duration_seconds` and `Duration-Seconds` as one name. */
function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
