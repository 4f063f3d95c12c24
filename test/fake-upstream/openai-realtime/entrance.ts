import type { Account } from '../account.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { Dialect } from './dialect.js';
import type { RealtimeConnection } from './realtime-connection.js';

/** The purpose of a connection whose request is valid. */
export interface Entrance {
  dialect: Dialect;
  type: 'realtime' | 'transcription';
  model: string;
}

const OPENAI_ROUTE = '/v1/realtime';
const AZURE_ROUTE = '/openai/v1/realtime';
const AZURE_BETA_ROUTE = '/openai/realtime';
const KEY_PROTOCOL = 'openai-insecure-api-key.';

/** Throws a `Refused` for an error that is returned in HTTP. The model is checked later, except at Azure. */
export function enter({ request, protocols }: RealtimeConnection, account: Account): Entrance {
  const { route, query, headers } = request;
  if (account.options.vendor || ![OPENAI_ROUTE, AZURE_ROUTE, AZURE_BETA_ROUTE].includes(route)) {
    throw new Refused(`Invalid URL (GET ${request.path})`, { status: 404 });
  }
  const isAzure = route !== OPENAI_ROUTE;
  if (isAzure) checkAzure(request, account);
  else checkKey(headers.authorization, protocols, account);
  const isBeta = route === AZURE_BETA_ROUTE || isBetaAskedFor(headers['openai-beta'], protocols);
  return {
    dialect: isBeta ? 'beta' : 'ga',
    type: query.get('intent') === 'transcription' ? 'transcription' : 'realtime',
    model: query.get('model') ?? query.get('deployment') ?? '',
  };
}

function isBetaAskedFor(header: string | undefined, protocols: readonly string[]): boolean {
  return header === 'realtime=v1' || protocols.includes('openai-beta.realtime-v1');
}

function checkKey(
  authorization: string | undefined,
  protocols: readonly string[],
  { apiKeys }: Account,
): void {
  const isKnown = apiKeys.some(
    (key) => authorization === `Bearer ${key}` || protocols.includes(`${KEY_PROTOCOL}${key}`),
  );
  if (isKnown) return;
  const message = authorization
    ? 'Incorrect API key provided.'
    : "You didn't provide an API key in the Authorization header.";
  throw new Refused(message, { status: 401, code: 'invalid_api_key' });
}

function checkAzure({ route, query, headers }: ReceivedRequest, { apiKeys, realtime }: Account): void {
  const isKnown = apiKeys.some(
    (key) => headers['api-key'] === key || headers.authorization === `Bearer ${key}`,
  );
  if (!isKnown) {
    const message = 'Access denied due to invalid subscription key or wrong API endpoint.';
    throw new Refused(message, { status: 401, code: '401' });
  }
  const isBeta = route === AZURE_BETA_ROUTE;
  if (isBeta !== query.has('api-version')) {
    throw new Refused(isBeta ? 'Resource not found' : 'API version not supported', {
      status: isBeta ? 404 : 400,
      code: isBeta ? '404' : 'BadRequest',
    });
  }
  const deployment = query.get(isBeta ? 'deployment' : 'model');
  if (query.get('intent') === 'transcription' || realtime.knowsModel(deployment ?? '')) return;
  throw new Refused('The API deployment for this resource does not exist.', {
    status: 404,
    code: 'DeploymentNotFound',
  });
}
