import { ByteBudget } from '#limits';
import { Injectable } from '@nestjs/common';
import { RememberedConversation } from './remembered-conversation.js';

/** What is only remembered leaves this much of the memory to requests that run. */
const MAX_SHARE = 0.5;
/** Of the memory, for all sockets of one token. */
const MAX_SHARE_OF_TOKEN = 0.125;

/** Bounds what the sockets of `/v1/responses` remember between two requests, in all and for each token. */
@Injectable()
export class RememberedConversations {
  private readonly bytesByToken = new Map<string, number>();

  constructor(private readonly memory: ByteBudget) {}

  /** For one socket. */
  open(tokenId: string): RememberedConversation {
    return new RememberedConversation((bytes) => this.hold(tokenId, bytes));
  }

  /** A function that releases the bytes; undefined where there is no room for them. */
  private hold(tokenId: string, bytes: number): (() => void) | undefined {
    const { usedBytes, maxBytes } = this.memory;
    const ofToken = (this.bytesByToken.get(tokenId) ?? 0) + bytes;
    if (usedBytes + bytes > maxBytes * MAX_SHARE || ofToken > maxBytes * MAX_SHARE_OF_TOKEN) return undefined;
    const held = this.memory.open();
    held.add(bytes);
    this.bytesByToken.set(tokenId, ofToken);
    return () => {
      held.release();
      const left = (this.bytesByToken.get(tokenId) ?? 0) - bytes;
      if (left > 0) this.bytesByToken.set(tokenId, left);
      else this.bytesByToken.delete(tokenId);
    };
  }
}
