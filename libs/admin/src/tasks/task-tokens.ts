import { StoredTokens, type Token } from '#access';
import { type AdmittedCall, ModelAdmission } from '#admission';
import { GatewayError } from '#canonical';
import { type TaskRow } from '#video-tasks';
import { Injectable } from '@nestjs/common';

/** The tokens in whose name failed tasks are ordered again. */
@Injectable()
export class TaskTokens {
  constructor(
    private readonly tokens: StoredTokens,
    private readonly admission: ModelAdmission,
  ) {}

  /** Whoever pays for the new task has to be somebody who could ask for it. */
  async require(task: Pick<TaskRow, 'token_id' | 'owner'>): Promise<Token> {
    const token = await this.tokens.find(task.token_id);
    // It may have been given to somebody else since, who would pay for it and get it.
    const isSameOwner = token?.owner === task.owner;
    const isUsable = isSameOwner && token.isEnabled && token.expiresAtMs > Date.now();
    if (token === undefined || !isUsable) {
      throw new GatewayError('wrong-state', 'The API token of this task cannot be used any more.', {
        code: 'token_not_usable',
      });
    }
    return token;
  }

  /** Counts the new task as a request of its token. Throws the refusal. */
  async admit(token: Token, taskId: string): Promise<AdmittedCall> {
    return this.admission.admit({ token, requestId: taskId, surface: 'console', tokens: 0 });
  }
}
