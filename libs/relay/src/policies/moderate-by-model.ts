import { GatewayError } from '#canonical';
import { type ClientSide } from '../client-side.js';
import { type OperationCall } from '../operations/operation-relay.js';
import { type Verdict } from './moderation.js';
import { type PolicyCall } from './policy-service.js';

export type ServeModeration = (call: OperationCall) => Promise<void>;

/**
 * Has texts judged by a model of this gateway, as a request of the same token: it is counted and paid for as any other,
 * but its model is the gateway's choice, whatever the token may use.
 */
export async function moderateByModel(
  serve: ServeModeration,
  model: string,
  texts: readonly string[],
  { token, admitted, requestId, sessionId, signal }: PolicyCall,
): Promise<readonly Verdict[]> {
  let answer: Buffer | undefined;
  const client: ClientSide = {
    signal,
    sendWhole: (_headers, body) => {
      answer = body;
    },
    openStream: () => {
      throw new GatewayError('internal-error', 'A judgement is not streamed.');
    },
  };
  await serve({
    body: Buffer.from(JSON.stringify({ model, input: texts })),
    hints: {},
    headers: {},
    requestId: `${requestId}-moderation`,
    admitted: admitted.part,
    sessionId,
    token: { ...token, models: undefined, cacheTtlSeconds: 0, contentDays: 0 },
    client,
    record: { attempts: [] },
    isByPolicy: true,
  });
  return verdictsIn(answer);
}

interface ModerationResult {
  flagged?: unknown;
  categories?: Record<string, unknown>;
}

function verdictsIn(answer: Buffer | undefined): Verdict[] {
  const { results = [] } = JSON.parse(answer?.toString('utf8') ?? '{}') as { results?: ModerationResult[] };
  return results.map(({ flagged, categories = {} }) => ({
    flagged: flagged === true,
    categories: Object.keys(categories).filter((name) => categories[name] === true),
  }));
}
