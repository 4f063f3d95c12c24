import { type Token } from '#access';
import { ModelAdmission } from '#admission';
import { CONFIG, type Config } from '#config';
import { ByteBudget, type ByteHold } from '#limits';
import { FrameRate, type InletRoom, type MessageInletOptions, type OutputBudget } from '#realtime';
import { Inject, Injectable } from '@nestjs/common';
import { SOCKET_LIMITS, type SocketLimits } from './socket-limits.js';

/** The memory of one token has room for this many of the largest messages, in each direction. */
const MAX_LARGE_MESSAGES = 4;
const MIN_TOKEN_BYTES = 64 * 1024 * 1024;

/** The share of one socket in the limits of its token, until it is closed. */
export interface SocketShare {
  /** For messages of the client, which are read when there is memory for them. */
  inlet: Omit<MessageInletOptions, 'maxMessageBytes'>;
  /** For messages that wait to be sent to the client. */
  output: OutputBudget;
  close: () => void;
}

interface SharedByToken {
  sockets: number;
  arriving: ByteBudget;
  queuedBytes: number;
  frameRate: FrameRate;
  forgetTimer?: NodeJS.Timeout | undefined;
}

/** Limits the number of sockets of one token, and the memory and frames of all of them together. */
@Injectable()
export class TokenSockets {
  private readonly byToken = new Map<string, SharedByToken>();
  private readonly maxSockets: number;
  private readonly maxBytes: number;

  constructor(
    private readonly admission: ModelAdmission,
    private readonly memory: ByteBudget,
    @Inject(CONFIG) { http }: Config,
    @Inject(SOCKET_LIMITS) private readonly limits: SocketLimits,
  ) {
    this.maxSockets = http.maxSocketsPerToken;
    this.maxBytes = Math.max(MIN_TOKEN_BYTES, MAX_LARGE_MESSAGES * http.maxJsonBytes);
  }

  /** Throws the refusal if the token has the maximum number of sockets. */
  async open({ id }: Token, requestId: string): Promise<SocketShare> {
    const { maxSockets } = this;
    const permit = await this.admission.admitSocket({ id }, { requestId, maxSockets });
    const shared = this.share(id);
    const room = this.openRoom(shared);
    const output = new SocketOutput(shared, this.memory, this.maxBytes);
    const { socketFrames, arrivalMs } = this.limits;
    const rates = [new FrameRate(socketFrames), shared.frameRate];
    const close = (): void => {
      room.release();
      output.release();
      permit.release();
      shared.sockets -= 1;
      if (shared.sockets === 0) this.forgetLater(id, shared);
    };
    return { inlet: { room, rates, arrivalMs }, output, close };
  }

  /** Reserves the announced bytes of a message from the budget of the token, and the received bytes from the memory. */
  private openRoom({ arriving }: SharedByToken): InletRoom {
    const tokenHold = arriving.open();
    const memoryHold = this.memory.open();
    return {
      reserve: (bytes) => tokenHold.take(bytes),
      take: (bytes) => memoryHold.take(bytes),
      give: (bytes) => {
        tokenHold.give(bytes);
        memoryHold.give(bytes);
      },
      release: () => {
        tokenHold.release();
        memoryHold.release();
      },
    };
  }

  private share(tokenId: string): SharedByToken {
    let shared = this.byToken.get(tokenId);
    if (shared === undefined) {
      const { roomMs, tokenFrames } = this.limits;
      const arriving = new ByteBudget({ maxBytes: this.maxBytes, waitMs: roomMs });
      shared = { sockets: 0, arriving, queuedBytes: 0, frameRate: new FrameRate(tokenFrames) };
      this.byToken.set(tokenId, shared);
    }
    clearTimeout(shared.forgetTimer);
    shared.sockets += 1;
    return shared;
  }

  /** Keeps the frame rate until it would be full again, so that a client cannot reset it by connecting again. */
  private forgetLater(tokenId: string, shared: SharedByToken): void {
    const { perSecond, burst } = this.limits.tokenFrames;
    const forget = (): void => void this.byToken.delete(tokenId);
    shared.forgetTimer = setTimeout(forget, (burst / perSecond) * 1_000).unref();
  }
}

/** Counts the bytes that wait to be sent to one client. They are in memory, so they are counted even over the limit. */
class SocketOutput implements OutputBudget {
  private readonly memoryHold: ByteHold;
  private queuedBytes = 0;
  private isReleased = false;

  constructor(
    private readonly shared: Pick<SharedByToken, 'queuedBytes'>,
    memory: ByteBudget,
    private readonly maxBytes: number,
  ) {
    this.memoryHold = memory.open();
  }

  set(bytes: number): boolean {
    if (this.isReleased) return true;
    const change = bytes - this.queuedBytes;
    this.queuedBytes = bytes;
    this.shared.queuedBytes += change;
    if (change > 0) this.memoryHold.add(change);
    else this.memoryHold.give(-change);
    return this.shared.queuedBytes <= this.maxBytes;
  }

  release(): void {
    this.set(0);
    this.isReleased = true;
  }
}
