import { toAbortSignal } from '#canonical';
import { readWholeBody } from '#egress';
import { CLIENT_FORMATS } from '#wire';
import { ResponseSender } from '../response-sender.js';
import { type AttemptWithBill, sendAttempt } from '../attempts/send-attempt.js';
import { type RelayServices } from '../relay-services.js';
import { type ChatRequest } from '../relayed-request.js';
import { type PreparedRequest } from './prepared-request.js';
import { PassthroughRequest } from './passthrough-request.js';
import { type ChatCandidate } from './plan-relay.js';
import { prepareTranslation } from './translation.js';

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Serves a conversation with one attempt, from the request to the last byte of the response. */
export function serveChat(
  services: RelayServices,
  request: ChatRequest,
  attemptWithBill: AttemptWithBill<ChatCandidate>,
): Promise<void> {
  const { candidate } = attemptWithBill.attempt;
  return candidate.kind === 'passthrough'
    ? sendAndRespond(
        services,
        request,
        attemptWithBill,
        new PassthroughRequest(request, candidate, services.rules),
      )
    : serveTranslated(services, request, attemptWithBill);
}

async function serveTranslated(
  services: RelayServices,
  request: ChatRequest,
  attemptWithBill: AttemptWithBill<ChatCandidate>,
): Promise<void> {
  const { candidate, signal } = attemptWithBill.attempt;
  const hold = services.memory.open();
  try {
    const translation = await prepareTranslation(request, candidate, {
      media: { fetchMedia: services.createMediaFetch(request), hold, signal: toAbortSignal(signal) },
      rules: services.rules,
    });
    await sendAndRespond(services, request, attemptWithBill, translation);
  } finally {
    hold.release();
  }
}

/** Sends the request to the upstream, and its response to the client. */
async function sendAndRespond(
  services: RelayServices,
  request: ChatRequest,
  attemptWithBill: AttemptWithBill<ChatCandidate>,
  prepared: PreparedRequest,
): Promise<void> {
  const { attempt } = attemptWithBill;
  const { isStreamed } = request;
  if (request.warnings.length + prepared.warnings.length > 0) {
    attempt.warnings = [...new Set([...request.warnings, ...prepared.warnings])];
  }
  const { format, body, headers } = prepared;
  const expected = isStreamed ? 'events' : 'json';
  const response = await sendAttempt(services.http, attemptWithBill, { format, body, headers, expected });
  const sender = new ResponseSender(attemptWithBill, request.record, {
    response,
    contentType: request.responseContentType,
  });
  if (isStreamed) {
    const clientFormat = CLIENT_FORMATS[attempt.candidate.clientFormat];
    await sender.sendStream(prepared.createResponseStream(), {
      format: clientFormat,
      keepAliveMs: services.keepAliveMs,
    });
    return;
  }
  const received = await readWholeBody(response.body, MAX_RESPONSE_BYTES);
  attempt.noteBody(received);
  const { body: sent, usage } = await prepared.convertResponse(received);
  attempt.usage = usage;
  await sender.sendWhole(sent);
}
