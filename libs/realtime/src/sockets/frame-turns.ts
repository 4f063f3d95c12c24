/** A frame takes 5 to 50 µs, so this many take a few milliseconds. */
const FRAMES_PER_ITERATION = 256;
/** The limit of one socket, before the next socket is read. */
const FRAMES_PER_TURN = 64;

/** Reads at most this number of frames. Returns how many it has read. */
type ReadFrames = (maxFrames: number) => number;

/**
 * Limits how many client frames this process reads in one iteration of the event loop. Sockets with more frames are read
 * alternately, so that a chunk of thousands of small frames delays neither other sockets nor requests.
 */
export class FrameTurns {
  private leftFrames = FRAMES_PER_ITERATION;
  private readonly waiting: ReadFrames[] = [];
  private isRenewing = false;

  /** Reads now if this iteration has frames left and no other socket waits. Otherwise reads in a later iteration. */
  read(read: ReadFrames): void {
    if (this.leftFrames > 0 && this.waiting.length === 0) this.grant(read);
    else this.readLater(read);
  }

  /** Reads after the sockets that already wait. */
  readLater(read: ReadFrames): void {
    this.waiting.push(read);
    this.renewLater();
  }

  private grant(read: ReadFrames): void {
    this.leftFrames -= read(Math.min(this.leftFrames, FRAMES_PER_TURN));
    this.renewLater();
  }

  private renewLater(): void {
    if (this.isRenewing) return;
    this.isRenewing = true;
    setImmediate(() => this.renew());
  }

  private renew(): void {
    this.isRenewing = false;
    this.leftFrames = FRAMES_PER_ITERATION;
    while (this.leftFrames > 0) {
      const read = this.waiting.shift();
      if (read === undefined) return;
      this.grant(read);
    }
  }
}

/** Shared by all sockets of this process. */
export const frameTurns = new FrameTurns();
