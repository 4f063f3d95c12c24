import { type Catalog } from '#catalog';
import { type HttpTransport } from '#egress';
import { type MediaStore } from '#media';
import { type ChatCall, ChatRelay, type CheckedCall } from './chat/chat-relay.js';
import { type FetchMedia } from './chat/resolve-media.js';
import { KeyTurns } from './key-turns.js';
import { type OperationCall, OperationRelay } from './operations/operation-relay.js';
import { type OperationId } from './operations/operations.js';

export interface RelayParts {
  catalog: Catalog;
  http: HttpTransport;
  fetchMedia: FetchMedia;
  media: MediaStore;
  keepAliveMs: number;
}

/** One model request, from its bytes to the last byte of its answer. */
export class Relay {
  private readonly chats: ChatRelay;
  private readonly operations: OperationRelay;

  constructor(parts: RelayParts) {
    const shared = { ...parts, keys: new KeyTurns() };
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
