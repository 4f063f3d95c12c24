/**
 * One address for every client. They disagree on whether the base address holds the version, so `/v1/v1/messages`
 * and `/v1/v1beta/models` mean the single one; doubled and trailing slashes mean nothing. Never a redirect: clients
 * lose the body or the credential on the way.
 */
export function normaliseUrl(url: string): string {
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  const query = queryAt === -1 ? '' : url.slice(queryAt);
  return normalisePath(path) + query;
}

/** Most are right as they are, which is cheaper to see than to mend. */
function normalisePath(path: string): string {
  if (!path.includes('//') && !path.endsWith('/') && !path.includes('/v', 1)) return path;
  const single = path.replaceAll(/\/{2,}/g, '/');
  const trimmed = single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
  return trimmed.replace(/^\/(v1|v1beta|v1alpha)\/(v1|v2|v1beta|v1alpha)(?=\/|$)/, '/$2');
}
