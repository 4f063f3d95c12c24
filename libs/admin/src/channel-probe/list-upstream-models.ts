import { GatewayError } from '#canonical';
import { type Channel } from '#catalog';
import { type HttpTransport } from '#egress';
import { findProvider } from '#providers';
import { getPlace } from '#upstream';
import { type ProbeConnection, requestUpstream, runWithTimeout } from './request-upstream.js';

const MAX_PAGES = 20;
const MAX_MODELS = 10_000;

/** The upstream names of the models that a provider lists for a channel. Throws an error if the provider has no list. */
export async function listUpstreamModels(
  http: Pick<HttpTransport, 'send'>,
  channel: Channel,
): Promise<string[]> {
  const provider = findProvider(channel.provider);
  if (provider?.listModels === undefined) {
    throw new GatewayError(
      'invalid-request',
      `The provider ${channel.provider} has no list of models. See its documentation for their names.`,
      { code: 'unsupported' },
    );
  }
  return runWithTimeout((signal) => readModelList({ http, channel, provider, signal }));
}

/** Loads all pages of a model list. */
export async function readModelList(connection: ProbeConnection): Promise<string[]> {
  const { listModels } = connection.provider;
  if (listModels === undefined) throw new Error('the provider has a list of models');
  const { apiKeys } = connection.channel;
  const ids = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && ids.size < MAX_MODELS; page += 1) {
    const url = listModels.page(getPlace(connection.channel), cursor);
    const check = (json: unknown): void => {
      if (listModels.read(json) === undefined) throw createNoListError();
    };
    const read = listModels.read(await requestUpstream(connection, { url, apiKey: apiKeys[0], check }));
    for (const id of read?.ids ?? []) ids.add(id);
    if (read?.next === undefined || read.next === cursor) break;
    cursor = read.next;
  }
  return [...ids].toSorted((a, b) => (a < b ? -1 : 1));
}

function createNoListError(): GatewayError {
  return new GatewayError('upstream-bad-response', 'The provider returned no list of models.');
}
