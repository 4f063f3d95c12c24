import { type Token } from '#access';
import { ModelAdmission } from '#admission';
import { CONFIG, type Config } from '#config';
import { ByteBudget } from '#limits';
import { FrameRate, type InletRoom } from '#realtime';
import { Inject, Injectable } from '@nestjs/common';

/** So many of the largest messages of one token may be on their way at a time; others are read when there is room. */
const MAX_LARGE_MESSAGES = 4;
const MIN_ARRIVING_BYTES = 64 * 1024 * 1024;
/** How long a message waits for others of the same token. */
const WAIT_MS = 30_000;
/** Of all sockets of a token together. */
const FRAME_RATE = { perSecond: 20_000, burst: 100_000 };

/** What one socket shares with the others of its token, until it is closed. */
export interface SocketShare {
  room: InletRoom;
  frameRate: FrameRate;
  close: () => void;
}

interface SharedByToken {
  sockets: number;
  arriving: ByteBudget;
  frameRate: FrameRate;
}

/** Bounds what all sockets of one token may hold and send together. */
@Injectable()
export class TokenSockets {
  private readonly byToken = new Map<string, SharedByToken>();
  private readonly maxSockets: number;
  private readonly maxArrivingBytes: number;

  constructor(
    private readonly admission: ModelAdmission,
    private readonly memory: ByteBudget,
    @Inject(CONFIG) { http }: Config,
  ) {
    this.maxSockets = http.maxSocketsPerToken;
    this.maxArrivingBytes = Math.max(MIN_ARRIVING_BYTES, MAX_LARGE_MESSAGES * http.maxJsonBytes);
  }

  /** Throws the refusal where the token has as many as it may. */
  async open({ id }: Token, requestId: string): Promise<SocketShare> {
    const { maxSockets } = this;
    const place = await this.admission.admitSocket({ id }, { requestId, maxSockets });
    const shared = this.share(id);
    const own = shared.arriving.open();
    const held = this.memory.open();
    const room: InletRoom = {
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
    const close = (): void => {
      room.release();
      place.release();
      shared.sockets -= 1;
      if (shared.sockets === 0) this.byToken.delete(id);
    };
    return { room, frameRate: shared.frameRate, close };
  }

  private share(tokenId: string): SharedByToken {
    let shared = this.byToken.get(tokenId);
    if (shared === undefined) {
      const arriving = new ByteBudget({ maxBytes: this.maxArrivingBytes, waitMs: WAIT_MS });
      shared = { sockets: 0, arriving, frameRate: new FrameRate(FRAME_RATE) };
      this.byToken.set(tokenId, shared);
    }
    shared.sockets += 1;
    return shared;
  }
}
