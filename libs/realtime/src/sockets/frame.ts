/** A complete WebSocket message. */
export interface Frame {
  data: Buffer;
  isBinary: boolean;
}
