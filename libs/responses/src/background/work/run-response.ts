import { setTimeout as sleep } from 'node:timers/promises';
import { type Token, refuseInvalid } from '#access';
import { GatewayError, type JsonObject } from '#canonical';
import { type RelayRecord } from '#relay';
import { backgroundState } from '#wire';
import { isFinishedStatus } from '../background-response.js';
import { type ClaimedResponse } from '../lease.js';
import { type Outcome } from '../outcomes.repository.js';
import { EventBatches } from './event-batches.js';
import { EventRecorder } from './event-recorder.js';
import { type Run } from './run.js';
import { type WorkParts } from './work-parts.js';

const MOST_ATTEMPTS = 2;
const RETRY_MS = 500;

/** From a response that was taken up to its end, or to the moment at which others have to go on with it. */
export async function runResponse(claimed: ClaimedResponse, run: Run, parts: WorkParts): Promise<void> {
  const early = outcomeWithoutRun(claimed);
  if (early !== undefined) return conclude(claimed, run, early, parts);
  if (!(await parts.claims.begin(run.lease, backgroundState.startedEvent(claimed.request)))) return;
  const deadline = setTimeout(() => run.stop('deadline'), claimed.remainingMs);
  try {
    const outcome = await runNow(claimed, run, parts);
    if (outcome === undefined) await parts.claims.release(run.lease);
    else await conclude(claimed, run, outcome, parts);
  } finally {
    clearTimeout(deadline);
  }
}

/** What is not to be run, again or at all. An answer of which clients may have seen a part is not begun anew. */
function outcomeWithoutRun(claimed: ClaimedResponse): Outcome | undefined {
  const { request, isCancelRequested, remainingMs, nextSequence, attempts } = claimed;
  if (isCancelRequested) return cancelled(claimed, [], []);
  const hasOutput = nextSequence > backgroundState.FIRST_OUTPUT_SEQUENCE;
  if (remainingMs > 0 && !hasOutput && attempts < MOST_ATTEMPTS) return undefined;
  const message =
    remainingMs > 0
      ? 'The gateway was interrupted while it made this response.'
      : 'The response was not finished within an hour.';
  return failed(
    backgroundState.failedEvent(request, new GatewayError('internal-error', message), nextSequence),
  );
}

/** Undefined where the run came to nothing and another one may do better. */
async function runNow(claimed: ClaimedResponse, run: Run, parts: WorkParts): Promise<Outcome | undefined> {
  const batches = new EventBatches(run, parts);
  const recorder = new EventRecorder(run, claimed.request, batches);
  const record: RelayRecord = { attempts: [] };
  const error = await relay(claimed, { recorder, record }, parts);
  const rest = await batches.close();
  record.outcome ??= error?.kind;
  logRun(claimed, record, parts);
  const { final } = recorder;
  if (final !== undefined && isFinishedStatus(final['status'])) {
    return { status: final['status'], response: final, events: rest };
  }
  if (run.stopReason === 'cancelled') return cancelled(claimed, recorder.output, rest);
  if (run.stopReason === 'shutdown' || run.stopReason === 'lease-lost') return undefined;
  const fault = run.signal.aborted ? GatewayError.from(run.signal.reason) : (error ?? endedEarly());
  return failed(backgroundState.failedEvent(claimed.request, fault, recorder.nextSequence), rest);
}

function endedEarly(): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    'The model service ended its answer before it was complete.',
  );
}

async function relay(
  { request, tokenId }: ClaimedResponse,
  { recorder, record }: { recorder: EventRecorder; record: RelayRecord },
  parts: WorkParts,
): Promise<GatewayError | undefined> {
  const { requestId, headers } = request;
  const body = Buffer.from(JSON.stringify({ ...backgroundState.foregroundBody(request), stream: true }));
  try {
    const token = await validToken(tokenId, parts);
    const call = { format: 'openai-responses', body, hints: {}, headers, requestId } as const;
    await parts.relay.relay({ ...call, token, client: recorder, record });
    return undefined;
  } catch (thrown) {
    const error = GatewayError.from(thrown);
    if (error.kind === 'internal-error') parts.logger.error({ err: thrown, requestId }, 'a response failed');
    return error;
  }
}

async function validToken(tokenId: string, { findToken }: WorkParts): Promise<Token> {
  const token = await findToken(tokenId);
  if (token === undefined) {
    throw new GatewayError('unknown-token', 'The API token of this response is no longer known here.');
  }
  refuseInvalid(token, Date.now());
  return token;
}

/** A response that is made is not lost to a moment without a database. */
async function conclude(
  claimed: ClaimedResponse,
  run: Run,
  outcome: Outcome,
  { outcomes, logger }: WorkParts,
): Promise<void> {
  const guard = { epoch: run.lease.epoch, from: ['queued', 'in_progress'] } as const;
  while (!run.isLeaseLost) {
    try {
      await outcomes.finish(claimed, guard, outcome);
      return;
    } catch (error) {
      logger.warn({ err: error, responseId: claimed.id }, 'could not write the end of a response');
      await sleep(RETRY_MS);
    }
  }
}

function cancelled({ request }: ClaimedResponse, output: JsonObject[], events: Outcome['events']): Outcome {
  const response = { ...backgroundState.describe(request, 'cancelled'), output };
  return { status: 'cancelled', response, events };
}

function failed(event: backgroundState.ResponseEvent, before: Outcome['events'] = []): Outcome {
  return { status: 'failed', response: event['response'] as JsonObject, events: [...before, event] };
}

function logRun(
  { id, tokenId, attempts }: ClaimedResponse,
  record: RelayRecord,
  { logger }: WorkParts,
): void {
  logger.info(
    {
      responseId: id,
      tokenId,
      run: attempts + 1,
      model: record.model,
      channel: (record.attempts.find(({ outcome }) => outcome === 'ok') ?? record.attempts.at(-1))?.channel,
      attempts: record.attempts,
      warnings: record.warnings?.length ? record.warnings : undefined,
      inputTokens: record.usage?.inputTokens,
      outputTokens: record.usage?.outputTokens,
      outcome: record.outcome,
    },
    'background response',
  );
}
