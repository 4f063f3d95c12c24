import { StoredTokens, type Token } from '#access';
import { type AdmittedCall, ModelAdmission } from '#admission';
import { GatewayError } from '#canonical';
import { RefusalRecorder } from '#relay';
import { type TaskRow } from '#video-tasks';
import { ERROR_STATUSES } from '#wire';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../access/caller.js';

/** Finds and admits the tokens of failed tasks that are retried. */
@Injectable()
export class TaskTokens {
  constructor(
    private readonly tokens: StoredTokens,
    private readonly admission: ModelAdmission,
    private readonly refusals: RefusalRecorder,
  ) {}

  /** Returns the token of a task. Throws unless the token can still send requests for the same owner. */
  async require(task: Pick<TaskRow, 'token_id' | 'owner'>): Promise<Token> {
    const token = await this.tokens.find(task.token_id);
    // If the token has another owner now, that owner would be charged for the task and could read it.
    const isSameOwner = token?.owner === task.owner;
    const isUsable = isSameOwner && token.isEnabled && token.expiresAtMs > Date.now();
    if (token === undefined || !isUsable) {
      throw new GatewayError('wrong-state', 'The API token of this task is no longer valid.', {
        code: 'token_not_usable',
      });
    }
    return token;
  }

  /** Counts the new task as a request of its token. Throws if the request is refused. */
  async admit(token: Token, taskId: string): Promise<AdmittedCall> {
    const origin = { surface: 'console', requestId: taskId, token } as const;
    return this.admission.admit({ ...origin, client: undefined, trace: undefined, tokens: 0 });
  }

  /** Errors about the state of the task are errors of the admin API, not refused model requests. */
  noteRefusal(
    { requestId, address }: Caller,
    { task, error, durationMs }: { task: TaskRow; error: unknown; durationMs: number },
  ): void {
    if (!(error instanceof GatewayError) || error.kind === 'wrong-state') return;
    const { id, owner, model, token_id: tokenId, request } = task;
    this.refusals.note({
      requestId,
      error,
      durationMs,
      token: { id: tokenId, owner },
      record: {
        attempts: [],
        operation: 'video',
        model,
        format: request.format,
        sessionId: request.sessionId,
      },
      client: { address },
      status: error.status ?? ERROR_STATUSES[error.kind],
      method: 'POST',
      path: `/api/tasks/${id}/retry`,
    });
  }
}
