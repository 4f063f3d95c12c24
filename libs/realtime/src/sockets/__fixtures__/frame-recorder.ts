import { type FrameSocketListener } from '../frame-socket.js';

/** Records what a socket reports. */
export class FrameRecorder implements FrameSocketListener {
  readonly frames: (string | Buffer)[] = [];
  readonly closes: { code: number; reason: string; afterFrames: number }[] = [];

  onFrame({ data, isBinary }: { data: Buffer; isBinary: boolean }): void {
    this.frames.push(isBinary ? data : data.toString());
  }

  onClose(code: number, reason: string): void {
    this.closes.push({ code, reason, afterFrames: this.frames.length });
  }
}

/** A client frame of less than 126 bytes, masked with zeros. */
export function rawFrame(firstByte: number, payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload);
  return Buffer.concat([Buffer.from([firstByte, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
}
