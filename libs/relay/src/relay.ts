import { Injectable } from '@nestjs/common';
import { type ChatCall, ChatRelay, type CheckedCall } from './chat/chat-relay.js';
import { type OperationCall, OperationRelay } from './operations/operation-relay.js';
import { type OperationId } from './operations/operations.js';
import { moderateByModel } from './policies/moderate-by-model.js';
import { PolicyService } from './policies/policy-service.js';

/** One model request, from its bytes to the last byte of its answer. */
@Injectable()
export class Relay {
  constructor(
    private readonly chats: ChatRelay,
    private readonly operations: OperationRelay,
    policies: PolicyService,
  ) {
    policies.moderateWith((model, texts, call) =>
      moderateByModel((moderation) => this.serve('openai-moderations', moderation), model, texts, call),
    );
  }

  /** A request in one of the formats for conversations. */
  relay(call: ChatCall): Promise<void> {
    return this.chats.relay(call);
  }

  /** Refuses such a request for what can be known before it is sent, where it is to be sent later. */
  check(call: CheckedCall): Promise<void> {
    return this.chats.check(call);
  }

  /** A request for anything else. */
  serve(operation: OperationId, call: OperationCall): Promise<void> {
    return this.operations.serve(operation, call);
  }
}
