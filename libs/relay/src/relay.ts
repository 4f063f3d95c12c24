import { type Catalog } from '#catalog';
import { type HttpTransport } from '#egress';
import { type ByteBudget } from '#limits';
import { type MediaStore } from '#media';
import { type Logger } from '#telemetry';
import { type ChatCall, ChatRelay, type CheckedCall } from './chat/chat-relay.js';
import { type FetchMedia } from './fetch-media.js';
import { type DispatchDependencies } from './dispatch.js';
import { type OperationCall, OperationRelay } from './operations/operation-relay.js';
import { type OperationId } from './operations/operations.js';
import { moderateByModel } from './policies/moderate-by-model.js';
import { type Policies } from './policies/policies.js';
import { PolicyService } from './policies/policy-service.js';
import { type Router } from './router.js';

export interface RelayDependencies extends DispatchDependencies {
  catalog: Catalog;
  router: Router;
  /** Those that count now: asked for with every request. */
  policies: () => Policies;
  http: HttpTransport;
  fetchMedia: FetchMedia;
  memory: ByteBudget;
  media: MediaStore;
  keepAliveMs: number;
  logger: Logger;
}

/** One model request, from its bytes to the last byte of its answer. */
export class Relay {
  /** For requests that are not relayed at once. */
  readonly policies: PolicyService;
  private readonly chats: ChatRelay;
  private readonly operations: OperationRelay;

  constructor({ policies, logger, ...parts }: RelayDependencies) {
    this.policies = new PolicyService({
      policies,
      moderate: (model, texts, call) =>
        moderateByModel((moderation) => this.serve('openai-moderations', moderation), model, texts, call),
      logger,
    });
    const shared = { ...parts, policies: this.policies };
    this.chats = new ChatRelay(shared);
    this.operations = new OperationRelay(shared);
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
