import { GatewayError } from '#canonical';
import { type Channel } from '#catalog';
import { type HttpTransport } from '#egress';
import { findProvider } from '#providers';
import { getPlace } from '#upstream';
import { type UpstreamLine, askUpstream, withinDeadline } from './ask-upstream.js';

const MAX_PAGES = 20;
const MAX_MODELS = 10_000;

/** The models that an upstream offers to a channel, by the names it calls them; throws an UpstreamFault, or that it has no list. */
export async function listUpstreamModels(
  http: Pick<HttpTransport, 'send'>,
  channel: Channel,
): Promise<string[]> {
  const provider = findProvider(channel.provider);
  if (provider?.listModels === undefined) {
    throw new GatewayError(
      'invalid-request',
      `Services of the provider ${channel.provider} have no list of models. Their names are in the service's documentation.`,
      { code: 'unsupported' },
    );
  }
  return withinDeadline((signal) => readModelList({ http, channel, provider, signal }));
}

/** All of a list, part by part. */
export async function readModelList(line: UpstreamLine): Promise<string[]> {
  const { listModels } = line.provider;
  if (listModels === undefined) throw new Error('the provider has a list of models');
  const { apiKeys } = line.channel;
  const ids = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && ids.size < MAX_MODELS; page += 1) {
    const url = listModels.page(getPlace(line.channel), cursor);
    const check = (json: unknown): void => {
      if (listModels.read(json) === undefined) throw noList();
    };
    const read = listModels.read(await askUpstream(line, { url, apiKey: apiKeys[0], check }));
    for (const id of read?.ids ?? []) ids.add(id);
    if (read?.next === undefined || read.next === cursor) break;
    cursor = read.next;
  }
  return [...ids].toSorted((a, b) => (a < b ? -1 : 1));
}

function noList(): GatewayError {
  return new GatewayError('upstream-bad-response', 'The model service sent no list of models.');
}
