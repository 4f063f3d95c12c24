import { GatewayError } from '#canonical';
import { type BackgroundRequest, type BackgroundResponses, type ResponseStore } from '#responses';
import { backgroundState } from '#wire';
import { type FastifyRequest } from 'fastify';
import { type ModelRequests } from '../model-requests.js';
import { tokenOf } from '../token-of.js';
import { type Received } from './received.js';
import { type ResponseEvents } from './response-events.js';

/** The headers of a client that matter to a relay. */
const KEPT_HEADERS = ['x-modelgate-strict'] as const;

export interface BackgroundRequestsParts {
  requests: ModelRequests;
  store: ResponseStore;
  background: BackgroundResponses;
  events: ResponseEvents;
}

type Asked = Pick<BackgroundRequest, 'asked' | 'turns'>;

/** Requests whose client does not wait: checked as always, answered at once, run by a worker. */
export class BackgroundRequests {
  constructor(private readonly parts: BackgroundRequestsParts) {}

  async create({ asked, turns }: Asked, { request, reply, answering }: Received): Promise<void> {
    await this.check({ asked, turns }, request);
    const { id, response } = await this.parts.background.accept(tokenOf(request), {
      requestId: request.id,
      createdAtSeconds: Math.floor(Date.now() / 1000),
      asked,
      turns,
      headers: keptHeaders(request),
    });
    const { client, run } = answering;
    if (asked['stream'] !== true) {
      const body = Buffer.from(JSON.stringify(response));
      await client.sendWhole({ 'content-type': 'application/json; charset=utf-8' }, body);
      return;
    }
    await run?.completeStream();
    await this.parts.events.send({ id, startingAfter: -1 }, request, reply);
  }

  private async check({ asked, turns }: Asked, request: FastifyRequest): Promise<void> {
    const body = Buffer.from(JSON.stringify(backgroundState.foregroundBody({ asked, turns })));
    await this.parts.requests.check('openai-responses', request, body);
    if (asked['store'] === false) {
      throw new GatewayError(
        'invalid-value',
        '"store" must not be false where "background" is true: the response is fetched later.',
        { param: 'store' },
      );
    }
    if (!this.parts.store.isEnabled) {
      throw new GatewayError(
        'unsupported-parameter',
        'This gateway stores no responses, so that none can be made in the background.',
        { param: 'background' },
      );
    }
  }
}

function keptHeaders({ headers }: FastifyRequest): Record<string, string> {
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(kept) as Record<string, string>;
}
