/** For example 2025-08-07, 20251001, 08-2024, 0613, 001, latest. */
const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{2}-\d{4}|\d{4}|\d{3}|latest)$/;

/** The prefix of Bedrock's names, such as `us.anthropic.`; a region alone is not a prefix. */
const CLOUD_PREFIX = /^(?:(?:us|us-gov|eu|apac|au|jp|global)\.)?[a-z0-9]{2,20}\.(?=[a-z])/;
/** The suffix of Bedrock's names, `-v1:0` or `:0`, or of OpenRouter's, `:free`. */
const CLOUD_SUFFIX = /(?:-v\d{1,2})?(?::[a-z0-9-]{1,20})?$/;

/** The release in Vertex' names: `@20250929` or `@default`. */
const VERTEX_RELEASE = /@[a-z0-9-]{1,30}$/;

const MAX_NAME = 200;

/** Removes the date or number of a release from a name; undefined if it has none. */
export function removeDate(model: string): string | undefined {
  const match = DATE.exec(model);
  return match === null ? undefined : model.slice(0, match.index);
}

/**
 * The possible names of a model at its maker, by its name at a host, such as `us.anthropic.claude-opus-4-6-v1:0`,
 * `anthropic/claude-opus-4.1`, `claude-sonnet-4-5@20250929` or `models/gemini-2.5-pro`.
 */
export function listMakerNames(model: string): string[] {
  if (model.length > MAX_NAME) return [];
  const last = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const plain = last
    .replace(CLOUD_PREFIX, '')
    .replace(CLOUD_SUFFIX, '')
    .replace(/@default$/, '')
    .replaceAll('@', '-');
  // Anthropic writes versions with hyphens, most hosts write them with points.
  const hyphened = plain.startsWith('claude-') ? plain.replaceAll('.', '-') : plain;
  return [...new Set([model, last, plain, hyphened])];
}

/** The name of a model in the list of a reseller, without release and in lower case. */
export function toServedName(model: string): string {
  return model.toLowerCase().replace(VERTEX_RELEASE, '');
}

/** The possible names in the list of a reseller: the name itself, or the part after a path such as that of an ARN. */
export function listServedNames(model: string): string[] {
  if (model.length > MAX_NAME) return [];
  const plain = toServedName(model);
  return [plain, plain.slice(plain.lastIndexOf('/') + 1)];
}
