/**
 * Some clients add the version to a base URL that already has it, so `/v1/v1/messages` means `/v1/messages` and
 * `/v1/v1beta/models` means `/v1beta/models`. Duplicate and trailing slashes are removed. A redirect would not do: clients drop
 * the body or the credential when they follow it.
 */
export function normaliseUrl(url: string): string {
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  const query = queryAt === -1 ? '' : url.slice(queryAt);
  return normalisePath(path) + query;
}

/** The first check is a fast path for the usual URLs. */
function normalisePath(path: string): string {
  if (!path.includes('//') && !path.endsWith('/') && !path.includes('/v', 1)) return path;
  const single = path.replaceAll(/\/{2,}/g, '/');
  const trimmed = single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
  return trimmed.replace(/^\/(v1|v1beta|v1alpha)\/(v1|v2|v1beta|v1alpha)(?=\/|$)/, '/$2');
}
