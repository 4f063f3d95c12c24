/** 2025-08-07, 20251001, 08-2024, 0613, 001, latest */
const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{2}-\d{4}|\d{4}|\d{3}|latest)$/;

/** `us.anthropic.`, as Bedrock names models; a region alone stands before nothing. */
const CLOUD_PREFIX = /^(?:(?:us|us-gov|eu|apac|au|jp|global)\.)?[a-z0-9]{2,20}\.(?=[a-z])/;
/** `-v1:0` and `:0`, as Bedrock ends names; `:free`, as OpenRouter does. */
const CLOUD_SUFFIX = /(?:-v\d{1,2})?(?::[a-z0-9-]{1,20})?$/;

/** `@20250929`, `@default`, as Vertex names releases. */
const VERTEX_RELEASE = /@[a-z0-9-]{1,30}$/;

const MAX_NAME = 200;

/** The name of a model without the date or the number of its release; undefined where it has none. */
export function removeDate(model: string): string | undefined {
  const match = DATE.exec(model);
  return match === null ? undefined : model.slice(0, match.index);
}

/**
 * What the maker of a model may call it, by what a host does: `us.anthropic.claude-opus-4-6-v1:0`,
 * `anthropic/claude-opus-4.1`, `claude-sonnet-4-5@20250929` and `models/gemini-2.5-pro` are all known by other names.
 */
export function listMakerNames(model: string): string[] {
  if (model.length > MAX_NAME) return [];
  const last = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const plain = last
    .replace(CLOUD_PREFIX, '')
    .replace(CLOUD_SUFFIX, '')
    .replace(/@default$/, '')
    .replaceAll('@', '-');
  // Anthropic writes versions with a hyphen, and most who serve its models with a point.
  const hyphened = plain.startsWith('claude-') ? plain.replaceAll('.', '-') : plain;
  return [...new Set([model, last, plain, hyphened])];
}

/** What a service that sells the models of others has one by, whatever its release and however it is written. */
export function toServedName(model: string): string {
  return model.toLowerCase().replace(VERTEX_RELEASE, '');
}

/** As such a service may be asked for one: by its name, or behind a path such as that of an ARN. */
export function listServedNames(model: string): string[] {
  if (model.length > MAX_NAME) return [];
  const plain = toServedName(model);
  return [plain, plain.slice(plain.lastIndexOf('/') + 1)];
}
