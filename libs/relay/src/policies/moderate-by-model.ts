import { newRecord } from '#admission';
import { GatewayError } from '#canonical';
import { estimateTokens } from '../billing/request-size.js';
import { type ClientSide } from '../client-side.js';
import { type OperationCall } from '../operations/operation-relay.js';
import { type Verdict } from './moderation.js';
import { type PolicyCall } from './policy-service.js';

export type ServeModeration = (call: OperationCall) => Promise<void>;

/**
 * Moderates texts with a model of this gateway. The gateway chooses the model, which the token need not be allowed to use. The
 * call counts as a part of the request with these texts; texts that belong to no counted request are admitted on their own.
 */
export async function moderateByModel(
  serve: ServeModeration,
  model: string,
  texts: readonly string[],
  { admitted, admitModeration, requestId, sessionId, signal }: PolicyCall,
): Promise<readonly Verdict[]> {
  const body = Buffer.from(JSON.stringify({ model, input: texts }));
  const own = await admitModeration?.(estimateTokens(body.length));
  const record = newRecord();
  const answer = new WholeResponse(signal);
  const part = { requestId: `${requestId}-moderation`, sessionId, usesAnyModel: true };
  try {
    await serve({
      body,
      hints: {},
      headers: {},
      admitted: (own ?? admitted).createPart(part),
      client: answer,
      record,
      isByPolicy: true,
    });
  } finally {
    own?.settle(record.usage);
  }
  return readVerdicts(answer.body);
}

class WholeResponse implements ClientSide {
  body: Buffer | undefined;

  constructor(readonly signal: ClientSide['signal']) {}

  sendWhole(_headers: Record<string, string>, body: Buffer): void {
    this.body = body;
  }

  openStream(): never {
    throw new GatewayError('internal-error', 'A judgement is not streamed.');
  }
}

interface ResultEntry {
  flagged?: unknown;
  categories?: Record<string, unknown>;
}

function readVerdicts(response: Buffer | undefined): Verdict[] {
  const { results = [] } = JSON.parse(response?.toString('utf8') ?? '{}') as { results?: ResultEntry[] };
  return results.map(({ flagged, categories = {} }) => ({
    flagged: flagged === true,
    categories: Object.keys(categories).filter((name) => categories[name] === true),
  }));
}
