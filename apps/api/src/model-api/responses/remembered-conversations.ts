import { ByteBudget } from '#limits';
import { Injectable } from '@nestjs/common';
import { RememberedConversation } from './remembered-conversation.js';

/** The maximum share of the memory. The rest is left to running requests. */
const MAX_SHARE = 0.5;
/** The maximum share of the memory for all sockets of one token. */
const MAX_SHARE_OF_TOKEN = 0.125;

/** Limits the memory for the conversations of all sockets of `/v1/responses`, in total and for each token. */
@Injectable()
export class RememberedConversations {
  private readonly bytesByToken = new Map<string, number>();

  constructor(private readonly memory: ByteBudget) {}

  /** Creates the memory of one socket. */
  open(tokenId: string): RememberedConversation {
    return new RememberedConversation((bytes) => this.hold(tokenId, bytes));
  }

  /** Reserves memory, and returns a function that releases it. Undefined if there is not enough memory. */
  private hold(tokenId: string, bytes: number): (() => void) | undefined {
    const { usedBytes, maxBytes } = this.memory;
    const tokenBytes = (this.bytesByToken.get(tokenId) ?? 0) + bytes;
    if (usedBytes + bytes > maxBytes * MAX_SHARE || tokenBytes > maxBytes * MAX_SHARE_OF_TOKEN)
      return undefined;
    const memoryHold = this.memory.open();
    memoryHold.add(bytes);
    this.bytesByToken.set(tokenId, tokenBytes);
    return () => {
      memoryHold.release();
      const remainingBytes = (this.bytesByToken.get(tokenId) ?? 0) - bytes;
      if (remainingBytes > 0) this.bytesByToken.set(tokenId, remainingBytes);
      else this.bytesByToken.delete(tokenId);
    };
  }
}
