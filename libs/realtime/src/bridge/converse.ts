import { type RealtimePorts } from '../conversation/ports.js';
import { type SessionClient } from '../session.js';
import { type BridgeContext } from './bridge-context.js';
import { readInProcess } from './in-process-client.js';
import { ReplyReader } from './reply-reader.js';
import { encodeReplyRequest } from './reply-request.js';
import { type ResponseLimits } from './response-limits.js';

const FORMAT = 'openai-chat';

/** Has the session's model answer: as any chat completion of its token, but never from what is remembered. */
export function converseThroughRelay(
  { call, parts, requests }: BridgeContext,
  limits: ResponseLimits,
  client: Pick<SessionClient, 'drained'>,
): RealtimePorts['converse'] {
  const token = { ...call.token, cacheTtlSeconds: 0 };
  return (request, { signal, onPart }) =>
    requests.run(async (inner) => {
      const { requestId, record } = inner;
      Object.assign(record, { operation: 'chat', format: FORMAT, model: call.model, isStreamed: true });
      const body = encodeReplyRequest(request);
      await limits.keep(inner, async () => {
        const reader = new ReplyReader(onPart, () => client.drained());
        await readInProcess(reader, signal, (self) =>
          parts.relay.relay({
            format: FORMAT,
            body,
            hints: {},
            headers: {},
            requestId,
            token,
            client: self,
            record,
          }),
        );
        reader.end();
      });
    });
}
