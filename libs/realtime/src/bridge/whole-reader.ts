import { type AnswerReader } from './in-process-client.js';

/** Keeps all of an answer. */
export class WholeReader implements AnswerReader {
  private readonly pieces: Uint8Array[] = [];

  read(bytes: Uint8Array): void {
    this.pieces.push(bytes);
  }

  get text(): string {
    return Buffer.concat(this.pieces).toString('utf8');
  }
}
