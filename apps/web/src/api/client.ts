import createClient from 'openapi-fetch';
import { gatewayAddress } from '../app/place.js';
import { buildApiError } from './api-error.js';
import type { components, paths } from './schema.js';

/** The admin API, with its own types: `await getAnswer(api.GET('/api/tokens', { params: { query } }))`. */
export const api = createClient<paths>({ baseUrl: gatewayAddress });

/** What the admin API answers with, by the name it has in the reference. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

interface Outcome<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** What was asked for, or an ApiError. */
export async function getAnswer<Data>(asking: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await asking;
  if (!response.ok) throw buildApiError(response, error);
  return data as Data;
}
