import { GatewayError } from '#canonical';
import { type VideoCall } from '#providers';
import { Tracing } from '#telemetry';
import { type CallOutcome } from '#upstream';
import { Inject, Injectable } from '@nestjs/common';
import { type VideoTask } from '../task.js';
import { classifySubmit } from './classify-submit.js';
import { reportSubmission } from './report-health.js';
import { SubmissionCalls } from './submission-calls.js';
import { SubmissionConclusion } from './submission-conclusion.js';
import { SubmissionStart } from './submission-start.js';
import { type SubmitLease } from './submit-lease.js';
import { type TaskAccount, TaskAccounts } from './task-accounts.js';
import { type Route } from './task-routes.js';
import { addHeaders, describeCall, traceStep } from './trace-step.js';

/** Sends a task to an account. */
@Injectable()
export class SubmissionSender {
  constructor(
    private readonly accounts: TaskAccounts,
    private readonly calls: SubmissionCalls,
    private readonly start: SubmissionStart,
    private readonly conclusion: SubmissionConclusion,
    @Inject(Tracing) private readonly tracing: Pick<Tracing, 'during'>,
  ) {}

  /**
   * The submission is recorded in the database before the first byte is sent. Returns why the task cannot be sent to
   * this account; then nothing was sent.
   */
  async send(task: VideoTask, route: Route, stopping: AbortSignal): Promise<GatewayError | undefined> {
    const reached = this.accounts.build(task, route.account, route.target.upstreamModel);
    const call = await this.calls.build(task, reached).catch((error: unknown) => GatewayError.from(error));
    if (call instanceof GatewayError) return call;
    const lease = this.start.createLease(stopping);
    const submitting = await this.start.record(task, route, reached);
    if (submitting === undefined) return undefined;
    const sentAt = performance.now();
    const outcome = await lease.during(submitting, () =>
      traceStep(submitting, { step: 'submit', describe: describeCall }, this.tracing, (headers) =>
        sendWithin(lease, reached, addHeaders(call, headers)),
      ),
    );
    const tookMs = performance.now() - sentAt;
    const classified = classifySubmit(outcome, call, reached);
    reportSubmission(route.use, { outcome, kind: classified.kind, tookMs }, reached.secrets);
    await this.conclusion.conclude(submitting, classified);
    return undefined;
  }
}

/** Sends nothing after the lease has expired, because another worker may have claimed the task. */
async function sendWithin(
  lease: SubmitLease,
  { upstream }: TaskAccount,
  call: VideoCall,
): Promise<CallOutcome> {
  if (!lease.hasExpired) return upstream.call(call, lease.signal);
  const reason = 'the worker stopped before it sent the task';
  return { kind: 'not-delivered', reason, fault: new GatewayError('internal-error', reason) };
}
