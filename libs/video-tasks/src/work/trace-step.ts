import { type VideoCall } from '#providers';
import { type SpanEnd, type TraceHeaders, type Tracing } from '#telemetry';
import { type CallOutcome } from '#upstream';
import { type VideoTask } from '../task.js';

const FIRST_ERROR_STATUS = 400;

interface TracedStep<Result> {
  step: 'submit' | 'poll' | 'fetch';
  describe: (result: Result) => SpanEnd;
}

/** Runs a step as a span in the trace of the client's request. A task without a trace is not traced. */
export function traceStep<Result>(
  task: VideoTask,
  { step, describe }: TracedStep<Result>,
  tracing: Pick<Tracing, 'during'>,
  work: (headers: TraceHeaders) => Promise<Result>,
): Promise<Result> {
  const { traceparent } = task.request;
  if (traceparent === undefined) return work({});
  const model = task.upstreamModel ?? task.model;
  const attributes = {
    'gen_ai.operation.name': 'video',
    'gen_ai.request.model': model,
    'modelgate.channel': task.channelName,
    'modelgate.task.id': task.id,
    'modelgate.task.step': step,
    'modelgate.task.submission': task.submitAttempt,
  };
  return tracing.during({ name: `${step} ${model}`, traceparent, attributes, describe }, work);
}

/** Adds the trace headers to a call. */
export function addHeaders(call: VideoCall, headers: TraceHeaders): VideoCall {
  return { ...call, headers: { ...call.headers, ...headers } };
}

export function describeCall(outcome: CallOutcome): SpanEnd {
  if (outcome.kind !== 'answer') return { attributes: { 'error.type': outcome.fault.kind }, isError: true };
  const { status } = outcome;
  const isError = status >= FIRST_ERROR_STATUS;
  return {
    attributes: { 'http.response.status_code': status, 'error.type': isError ? String(status) : undefined },
    isError,
  };
}

/** For steps that throw if they fail. */
export function describeSuccess(): SpanEnd {
  return { attributes: {}, isError: false };
}
