import { type Token } from '#access';
import { ModelAdmission } from '#admission';
import { CONFIG, type Config } from '#config';
import { ByteBudget, type ByteHold } from '#limits';
import { FrameRate, type InletRoom, type MessageInletOptions, type OutputBudget } from '#realtime';
import { Inject, Injectable } from '@nestjs/common';
import { SOCKET_LIMITS, type SocketLimits } from './socket-limits.js';

/** So many of the largest messages of one token may be on their way at a time, in either direction. */
const MAX_LARGE_MESSAGES = 4;
const MIN_BYTES = 64 * 1024 * 1024;

/** What one socket shares with the others of its token, until it is closed. */
export interface SocketShare {
  /** For the messages of the client: others are read when there is room. */
  inlet: Omit<MessageInletOptions, 'maxMessageBytes'>;
  /** For what waits to be sent to the client. */
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

/** Bounds what all sockets of one token may hold and send together. */
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
    this.maxBytes = Math.max(MIN_BYTES, MAX_LARGE_MESSAGES * http.maxJsonBytes);
  }

  /** Throws the refusal where the token has as many as it may. */
  async open({ id }: Token, requestId: string): Promise<SocketShare> {
    const { maxSockets } = this;
    const place = await this.admission.admitSocket({ id }, { requestId, maxSockets });
    const shared = this.share(id);
    const room = this.openRoom(shared);
    const output = new SocketOutput(shared, this.memory, this.maxBytes);
    const { socketFrames, arrivalMs } = this.limits;
    const rates = [new FrameRate(socketFrames), shared.frameRate];
    const close = (): void => {
      room.release();
      output.release();
      place.release();
      shared.sockets -= 1;
      if (shared.sockets === 0) this.forgetLater(id, shared);
    };
    return { inlet: { room, rates, arrivalMs }, output, close };
  }

  /** Reserves the announced bytes from the share of the token, and takes those that have arrived from the memory. */
  private openRoom({ arriving }: SharedByToken): InletRoom {
    const own = arriving.open();
    const held = this.memory.open();
    return {
      reserve: (bytes) => own.take(bytes),
      take: (bytes) => held.take(bytes),
      give: (bytes) => {
        own.give(bytes);
        held.give(bytes);
      },
      release: () => {
        own.release();
        held.release();
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

  /** A client that connects again does not get a new frame rate before it would have it anyway. */
  private forgetLater(tokenId: string, shared: SharedByToken): void {
    const { perSecond, burst } = this.limits.tokenFrames;
    const forget = (): void => void this.byToken.delete(tokenId);
    shared.forgetTimer = setTimeout(forget, (burst / perSecond) * 1_000).unref();
  }
}

/** The bytes that wait to be sent to one client: they are in memory, so they are counted even where there is no room. */
class SocketOutput implements OutputBudget {
  private readonly held: ByteHold;
  private queuedBytes = 0;
  private isReleased = false;

  constructor(
    private readonly shared: Pick<SharedByToken, 'queuedBytes'>,
    memory: ByteBudget,
    private readonly maxBytes: number,
  ) {
    this.held = memory.open();
  }

  set(bytes: number): boolean {
    if (this.isReleased) return true;
    const change = bytes - this.queuedBytes;
    this.queuedBytes = bytes;
    this.shared.queuedBytes += change;
    if (change > 0) this.held.add(change);
    else this.held.give(-change);
    return this.shared.queuedBytes <= this.maxBytes;
  }

  release(): void {
    this.set(0);
    this.isReleased = true;
  }
}
