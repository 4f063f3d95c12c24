/** One whole message of a WebSocket. */
export interface Frame {
  data: Buffer;
  isBinary: boolean;
}
