import createClient from 'openapi-fetch';
import { gatewayAddress } from '../app/addresses.js';
import { buildApiError } from './api-error.js';
import type { components, paths } from './schema.js';

/** The admin API, with its own types: `await unwrapResponse(api.GET('/api/tokens', { params: { query } }))`. */
export const api = createClient<paths>({ baseUrl: gatewayAddress });

/** A schema of the admin API, by its name in the API reference. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

interface FetchResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Returns the body of a successful response. Throws an `ApiError` for an error response. */
export async function unwrapResponse<Data>(result: Promise<FetchResult<Data>>): Promise<Data> {
  const { data, error, response } = await result;
  if (!response.ok) throw buildApiError(response, error);
  return data as Data;
}
