/** A frame as a client sends it, masked with zeros; shorter than 126 bytes. */
export function rawFrame(firstByte: number, payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload);
  return Buffer.concat([Buffer.from([firstByte, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
}
